/** Limits of the service, with reasons; the longest travel time is in `format/road-model.ts`. */
import type { Travel } from './format/tile-sets.ts';

/** Cloudflare's limit. */
export const MAX_QUERY_BYTES = 16_384;

/** Fits the query string percent-encoded. */
export const MAX_ZONE_POSITIONS = 500;
export const MAX_ZONE_AREA_KM2 = 10_000;
/** Bounds the cost of a count. */
export const MAX_ZONE_PERIMETER_KM = 2_000;

/** 300 kB of text. Longer outlines are simplified to a twentieth, those of 2,000 km of slivers to 1.2 MB. */
export const MAX_CELL_SIDES = 12_000;

export const MIN_TRAVEL_TIME_S = 60;
export const OUTLINE_TOLERANCE_M: Record<Travel, number> = { pedestrian: 25, motorized: 100 };
/** Width of holes, linear in time. */
export const FILLED_HOLES_OF_DRIVES = { from_s: 900, from_m: 100, to_s: 3_600, to_m: 1_000 };
/** 3 bytes each; covers an hour's drive in the far north. */
export const MAX_RASTER_PIXELS = 12_000_000;
/** Beyond, the answer would be for another place. */
export const MAX_SNAP_DISTANCE_M = 500;

/** Beyond, an isochrone is cut: a road that changes regions more often costs too much. */
export const MAX_BORDER_CROSSINGS = 8;

/** Share of a zone's area with data. */
export const MIN_COVERED_SHARE = 0.9;

/** Coverages read for a zone. */
export const MAX_REGIONS_PER_ZONE = 16;
/** Mean width: publishers draw a border up to some hundred metres apart. */
export const SLIVER_WIDTH_M = 250;

/** Calls that wait for headers, which Workers limit to six. */
export const MAX_READS_AT_ONCE = 6;
/** Headers need not wait for bodies. */
export const MAX_PENDING_READS = 2 * MAX_READS_AT_ONCE;
/** A hanging cache leaves connections to the buckets. */
export const MAX_CACHE_CALLS_AT_ONCE = 4;
/** Cached objects; an isolate has 128 MB. */
export const MAX_LOADED_BYTES = 14 * 1024 * 1024;
/** 5 MB each in a metropolis. */
export const COUNTED_PACKS_AT_ONCE = 3;
/** Larger rounds are not cached: they would displace all else. */
export const MAX_STORED_ROUND = 16;
export const MAX_READS_PER_REQUEST = 1_000;
/** Twice an hour's drive in a metropolis; mostly freed at once. */
export const MAX_BYTES_PER_REQUEST = 160 * 1024 * 1024;
/** Prefetches of a request, and their bytes before use. */
export const MAX_PREFETCHES = 24;
export const MAX_PREFETCHED_BYTES = 6 * 1024 * 1024;
/** Outlasts most short faults. */
export const READ_TRIES = 2;
/** As in wrangler.toml. */
export const CPU_LIMIT_MS = 10_000;

/** In widest calls: an hour's drive holds 50 MB. */
export const MAX_LOAD = 1;
/** A first count in a metropolis takes 4 MB while it reads packs, however small its zone. */
export const LEAST_LOAD = 1 / 16;
export const ADMISSION_POLL_MS = 25;
/** Others may pass a call whose turn it is for this long, while it does not fit. */
export const MAX_PASSING_MS = 500;
/** A call that waits and has not polled for this long was ended by the platform. */
export const TICKET_LEASE_MS = 2_000;
/** A request reads for 30 s and computes for 10 s at most. */
export const ADMISSION_LEASE_MS = 45_000;

export interface Timeouts {
  readonly read_ms: number;
  readonly reads_ms: number;
  readonly rate_ms: number;
  /** Waiting longer gains nothing: the bucket answers as fast. */
  readonly cache_ms: number;
  readonly store_ms: number;
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
/** Failures before a request stops using the cache. */
export const MAX_CACHE_FAILURES = 2;
/**
 * Cloudflare allows a request 1,000 calls of the cache, and 10,000 with reads, of which MAX_READS_PER_REQUEST takes READ_TRIES each,
 * twice on damage.
 */
export const MAX_CACHE_CALLS = 900;
/** For an isolate. */
export const MAX_BYTES_TO_STORE = 4 * 1024 * 1024;
/** A request reads for 30 s, and is ended 30 s after its answer. */
export const STORED_WITHIN_MS = 60_000;
export const OBJECT_TTL_S = 7 * 24 * 3_600;
/** Of `current` and keys, memory included. */
export const DOCUMENT_TTL_S = 30;

export const CURRENT_FRESH_MS = 30_000;
/** Applies while storage fails. */
export const CURRENT_USABLE_MS = 60_000;
/** A failed read is cached for this long, as callers without a key start reads, too. */
export const CURRENT_FAILED_MS = 1_000;
/** Applies while a stale value serves. */
export const READ_AGAIN_AFTER_MS = 5_000;
/** Retry-After. */
export const STORAGE_RETRY_AFTER_S = 5;

export const MAX_MAP_REGIONS = 50;
/** Browser cache: a new dataset soon shows. */
export const MAP_REGIONS_TTL_S = 30;
/** Browser cache: a year, as tiles never change. */
export const BASEMAP_TILE_TTL_S = 31_536_000;
/** Browser cache; names depend on code. */
export const NAMES_TTL_S = 3_600;
/** Browser cache; tiles depend on code. */
export const DENSITY_TILE_TTL_S = 3_600;

/** A revoked key ends within two minutes with KEYS_USABLE_MS and a read. */
export const KEYS_FRESH_MS = 30_000;
/** Applies while storage fails. */
export const KEYS_USABLE_MS = 60_000;
/** Against floods of unknown callers. */
export const KEYS_FAILED_MS = 1_000;
/** Old and new during rotation. */
export const MAX_SECRETS_PER_KEY = 2;
/** As in wrangler.toml. */
export const RATE_PERIOD_S = 60;
/** In a period, as in wrangler.toml. */
export const CALLS_PER_KEY = 600;
export const CALLS_PER_ADDRESS = 1_200;
/** The widest call counts as this many towards CALLS_PER_KEY. */
export const CALLS_OF_WIDEST = 10;

/** Per isolate. */
export const MAX_CACHED_RESULT_BYTES = 4 * 1024 * 1024;
/** Key and table entries of a result. */
export const CACHED_RESULT_OVERHEAD_BYTES = 500;
/** Bounds storage: keys contain versions. */
export const RESULT_TTL_S = 7 * 24 * 3_600;
/** `/healthz` is public, and a check makes five bucket calls a region. */
export const HEALTH_TTL_MS = 60_000;
/** Per check, in rotation. */
export const HEALTH_REGIONS = 20;
/** Longest that browsers accept. */
export const PREFLIGHT_TTL_S = 86_400;

/** About a metre. */
export const ORIGIN_DECIMALS = 5;
