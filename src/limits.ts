/** Every bound of the service, with its unit and its reason. */
import type { Travel } from './format/tile-sets.ts';

/** Bytes of the query string: what Cloudflare takes in production, while a local run would take more. */
export const MAX_QUERY_BYTES = 16_384;

/** Positions of a zone, so that it fits the query string percent-encoded. */
export const MAX_ZONE_POSITIONS = 500;
/** Area of a zone: a whole French department; wider questions are a table's job. */
export const MAX_ZONE_AREA_KM2 = 10_000;
/** Perimeter of a zone: the cost of a count follows it. */
export const MAX_ZONE_PERIMETER_KM = 2_000;

/**
 * Sides of cells that an outline of cells follows one by one: 300 kB of text. Beyond it straight stretches become chords,
 * which take a twentieth.
 */
export const MAX_CELL_SIDES = 12_000;

export const MIN_TRAVEL_TIME_S = 60;
/** How far the outline of an isochrone may be off. */
export const OUTLINE_TOLERANCE_M: Record<Travel, number> = { pedestrian: 25, motorized: 100 };
/** Width in metres of holes in the outline of a long drive that are filled: it grows evenly with the time in between. */
export const FILLED_HOLES_OF_DRIVES = { from_s: 900, from_m: 100, to_s: 3_600, to_m: 1_000 };
/** Samples of an isochrone's raster, at 3 bytes: more than an hour's drive takes in the far north. */
export const MAX_RASTER_PIXELS = 12_000_000;
/** How far from an origin the road may be that it starts from: beyond it, another place would be answered for. */
export const MAX_SNAP_DISTANCE_M = 500;

/** Share of a zone's area that must lie inside the coverage of the data it is counted from. */
export const MIN_COVERED_SHARE = 0.9;

/** Calls that wait for their headers at once: Workers allow six, buckets and cache together. */
export const MAX_READS_AT_ONCE = 6;
/** Reads of one kind whose bodies have not arrived: enough that headers do not wait for bodies. */
export const MAX_READS_UNDER_WAY = 2 * MAX_READS_AT_ONCE;
/** Calls of the cache among them: what hangs holds its connection, and some must be left to the buckets. */
export const MAX_CACHE_CALLS_AT_ONCE = 4;
/** Bytes of objects stored in memory by one isolate of 128 MB; what requests hold of their own comes on top. */
export const MAX_LOADED_BYTES = 14 * 1024 * 1024;
/** Packs of count tiles that a count reads at a time: unpacked, those of a metropolis take 5 MB each. */
export const COUNTED_PACKS_AT_ONCE = 3;
/** Objects of one round of reads that are stored there: more belong to a long drive, and would displace all others. */
export const MAX_STORED_ROUND = 16;
/** Objects that one request may read: far beyond any zone in the limits, it stops a runaway. */
export const MAX_READS_PER_REQUEST = 1_000;
/** Bytes that one request may read, most of which it releases at once: twice what an hour's drive in a metropolis reads. */
export const MAX_BYTES_PER_REQUEST = 160 * 1024 * 1024;
/** Objects that one request may prefetch, and their bytes while nobody has asked for them. */
export const MAX_READS_AHEAD = 24;
export const MAX_BYTES_AHEAD = 6 * 1024 * 1024;
/** Tries of a read that fails or is late: the second finds most short faults over. */
export const READ_TRIES = 2;
/** CPU time of a request, the one in wrangler.toml: beyond it the platform ends the request. */
export const CPU_LIMIT_MS = 10_000;

/**
 * What one isolate computes at a time, in calls as wide as the contract allows. An hour's drive holds 50 MB of road tiles until
 * its outline is drawn, so a second one waits.
 */
export const MAX_LOAD = 1;
/** How often it looks whether it is its turn. */
export const ADMISSION_POLL_MS = 25;
/** After this long a call counts as ended, even if it never said so: a request reads for 30 s and computes for 10 s at most. */
export const ADMISSION_LEASE_MS = 45_000;

/** How long the parts of the platform may take before they count as failing. */
export interface Timeouts {
  /** One try of a read from R2, which takes some tens of milliseconds. */
  readonly read_ms: number;
  /** All reads of one request together: rounds of reads that are each barely in time must end some day. */
  readonly reads_ms: number;
  /** The rate limit, which counts on the machine itself. */
  readonly rate_ms: number;
  /** A look into the cache of the data centre: the bucket is no slower from anywhere. */
  readonly cache_ms: number;
  /** Storing an entry there, for which nobody waits. */
  readonly store_ms: number;
  /** How long a call waits while others are computed, before its caller is told to try again. */
  readonly admission_ms: number;
}
export const TIMEOUTS: Timeouts = {
  read_ms: 4_000,
  reads_ms: 30_000,
  rate_ms: 1_000,
  cache_ms: 250,
  store_ms: 10_000,
  admission_ms: 10_000,
};
/** Failures of that cache after which a request asks it no more, and late answers in a row after which nobody does. */
export const MAX_CACHE_FAILURES = 2;
/** How long nobody asks it then. */
export const CACHE_RESTS_MS = 10_000;
/**
 * Looks and entries stored by one request: Cloudflare allows 1,000, and 10,000 of these and of reads together, where each
 * of MAX_READS_PER_REQUEST takes READ_TRIES at most, twice over where something is damaged.
 */
export const MAX_CACHE_CALLS = 900;
/** Bytes that one isolate may hold to store them there once the requests that read them are answered. */
export const MAX_BYTES_TO_STORE = 4 * 1024 * 1024;
/** How long they may wait: a request reads for 30 s at most, and is ended 30 s after its answer. */
export const STORED_WITHIN_MS = 60_000;
/** How long an object that never changes is kept there. */
export const OBJECT_KEPT_S = 7 * 24 * 3_600;
/**
 * How old the pointer to the live datasets and the callers' keys may be that are taken from there. Their age counts in
 * memory too, so that the cache makes nothing known later.
 */
export const DOCUMENT_KEPT_S = 30;

/** How long the pointer to the live datasets may be kept in memory. */
export const CURRENT_KEPT_MS = 30_000;
/** How long the pointer may be used while a newer one cannot be read: a short fault of storage goes unnoticed. */
export const CURRENT_USABLE_MS = 60_000;
/** How long a pointer that could not be read fails without another read, as it is read before the caller is known. */
export const CURRENT_FAILED_MS = 1_000;
/** How long an old value serves before a read that failed or hangs is tried again, so that not every request waits for it. */
export const READ_AGAIN_AFTER_MS = 5_000;
/** Seconds after which a caller may ask again when storage did not answer. */
export const STORAGE_RETRY_AFTER_S = 5;

/** Regions that the map page gets at a time: those nearest to what it shows. */
export const MAX_MAP_REGIONS = 50;
/** How long a browser may keep the list of live regions: the map page shows a new dataset as soon as answers come from it. */
export const MAP_REGIONS_KEPT_S = 30;
/** How long a tile of the basemap, or that there is none, may be kept, which never changes: a year, the longest that is customary. */
export const BASEMAP_TILE_KEPT_S = 31_536_000;
/** Names that were found: unlike a tile they are made by code, which may change. */
export const NAMES_KEPT_S = 3_600;
/** A tile of the layer of density, which is made by code too. */
export const DENSITY_TILE_KEPT_S = 3_600;

/**
 * How long a part of the callers' keys may be kept in memory: with KEYS_USABLE_MS and the time of a read, a revoked key is dead
 * within two minutes whatever fails.
 */
export const KEYS_KEPT_MS = 30_000;
/** How long a part may be used while a newer one cannot be read; beyond it, its callers cannot be authenticated. */
export const KEYS_USABLE_MS = 60_000;
/** How long a part that could not be read fails without another read: a flood of strangers must not become one of reads. */
export const KEYS_FAILED_MS = 1_000;
/** Bytes of callers' keys held in memory by one isolate: ten thousand callers. Beyond it, parts take turns. */
export const MAX_KEYS_BYTES = 1_000_000;
/** Secrets of a key that are valid at the same time: an old and a new one while they are exchanged. */
export const MAX_SECRETS_PER_KEY = 2;
/** Period of the rate limits per key and per address, the one in wrangler.toml. */
export const RATE_PERIOD_S = 60;
/** Calls in that time with one key, the limit in wrangler.toml. */
export const CALLS_PER_KEY = 600;

/** Bytes of results held in memory by one isolate, in front of the cache. */
export const MAX_KEPT_RESULT_BYTES = 4 * 1024 * 1024;
/** What a result takes in memory beside its text: its key and its places in the tables. */
export const KEPT_RESULT_OVERHEAD_BYTES = 500;
/** How long a result is kept. Versions are part of its key, so this bounds storage, not staleness. */
export const RESULT_KEPT_S = 7 * 24 * 3_600;
/** Keys of a bucket that one call lists: the most that R2 does. */
export const OBJECTS_LISTED_AT_ONCE = 1_000;
/**
 * How long an isolate tells its state from memory: `/healthz` needs no key, and each check makes some eighteen calls of
 * the bucket for each region. What is whole again shows within that time.
 */
export const HEALTH_KEPT_MS = 60_000;
/** Regions that one check of `/healthz` looks at, so that it ends in seconds; where there are more, they take turns. */
export const HEALTH_REGIONS = 20;
/** How long a browser may keep the answer to a preflight: the longest that one accepts. */
export const PREFLIGHT_KEPT_S = 86_400;

/** Decimals of an origin: about a metre, finer than the outline of any isochrone. */
export const ORIGIN_DECIMALS = 5;
