/** Every bound of the service, with its unit and its reason. */
import type { Travel } from './format/road-tile.ts';

/** Bytes of the query string: what Cloudflare takes in production, while a local run would take more. */
export const MAX_QUERY_BYTES = 16_384;

/** Positions of a zone, so that it fits the query string percent-encoded. */
export const MAX_ZONE_POSITIONS = 500;
/** Area of a zone: a whole French department; wider questions are a table's job. */
export const MAX_ZONE_AREA_KM2 = 10_000;
/** Perimeter of a zone: the cost of a count follows it. */
export const MAX_ZONE_PERIMETER_KM = 2_000;

export const MIN_TRAVEL_TIME_S = 60;
/** Travel times: two hours on foot or one by car, the widest that the contract promises. */
export const MAX_TRAVEL_TIME_S: Record<Travel, number> = { pedestrian: 7_200, motorized: 3_600 };

/** Speed on foot, on roads and from a road to the places beside it. */
export const WALKING_SPEED_KM_H = 5;
/** How far from a road a place can be and still be reached from it: the far side of a large plot. */
export const MAX_WALK_FROM_ROAD_M = 100;
/** How far from an origin the road may be that it starts from: beyond it, another place would be answered for. */
export const MAX_SNAP_DISTANCE_M = 500;

/** Share of a zone's area that must lie inside the coverage of the data it is counted from. */
export const MIN_COVERED_SHARE = 0.9;

/** Reads at once: Workers allow six connections. */
export const MAX_READS_AT_ONCE = 6;
/** Bytes of objects held in memory by one isolate of 128 MB, h3-js's 34 MB and the request's own arrays apart. */
export const MAX_LOADED_BYTES = 48 * 1024 * 1024;
/** Objects that one request may read: far beyond any zone in the limits, it stops a runaway. */
export const MAX_READS_PER_REQUEST = 1_000;
/** How long one read may take before storage counts as not answering. */
export const READ_TIMEOUT_MS = 10_000;
/** How long the pointer to the live datasets may be kept in memory. */
export const CURRENT_KEPT_MS = 30_000;
