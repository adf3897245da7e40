/** Limits of the service, with unit and reason. */
import type { Travel } from './format/tile-sets.ts';

/** Query string in production at Cloudflare; a local run would take more. */
export const MAX_QUERY_BYTES = 16_384;

/** Fits the query string percent-encoded. */
export const MAX_ZONE_POSITIONS = 500;
/** A whole French department; larger questions need a table. */
export const MAX_ZONE_AREA_KM2 = 10_000;
/** Bounds the cost of a count. */
export const MAX_ZONE_PERIMETER_KM = 2_000;

/** Cell sides that an outline follows exactly: 300 kB of text. Beyond, straight stretches become chords, a twentieth of that. */
export const MAX_CELL_SIDES = 12_000;

export const MIN_TRAVEL_TIME_S = 60;
/** Tolerance of an isochrone's outline. */
export const OUTLINE_TOLERANCE_M: Record<Travel, number> = { pedestrian: 25, motorized: 100 };
/** Width of filled holes in the outline of a long drive, linear in time. */
export const FILLED_HOLES_OF_DRIVES = { from_s: 900, from_m: 100, to_s: 3_600, to_m: 1_000 };
/** Samples of an isochrone's raster, 3 bytes each: more than an hour's drive takes in the far north. */
export const MAX_RASTER_PIXELS = 12_000_000;
/** Distance from an origin to its road: beyond, the answer would be for another place. */
export const MAX_SNAP_DISTANCE_M = 500;

/** Share of a zone's area that the counted data must cover. */
export const MIN_COVERED_SHARE = 0.9;

/** Calls that wait for headers: Workers allow six, buckets and cache together. */
export const MAX_READS_AT_ONCE = 6;
/** Reads of one kind with pending bodies: enough that headers do not wait for bodies. */
export const MAX_READS_UNDER_WAY = 2 * MAX_READS_AT_ONCE;
/** Of these, calls of the cache: a hanging one holds its connection, and the buckets need some. */
export const MAX_CACHE_CALLS_AT_ONCE = 4;
/** Cached objects in an isolate of 128 MB, without memory of requests. */
export const MAX_LOADED_BYTES = 14 * 1024 * 1024;
/** Packs of count tiles read at a time: 5 MB each unpacked in a metropolis. */
export const COUNTED_PACKS_AT_ONCE = 3;
/** Objects of one round that are cached: a long drive reads more, which would displace all others. */
export const MAX_STORED_ROUND = 16;
/** Objects read by one request: far beyond any zone within limits, against runaways. */
export const MAX_READS_PER_REQUEST = 1_000;
/** Bytes read by one request, most of them freed at once: twice an hour's drive in a metropolis. */
export const MAX_BYTES_PER_REQUEST = 160 * 1024 * 1024;
/** Objects that one request may prefetch, and their bytes before they are requested. */
export const MAX_READS_AHEAD = 24;
export const MAX_BYTES_AHEAD = 6 * 1024 * 1024;
/** Attempts of a read: the second outlasts most short faults. */
export const READ_TRIES = 2;
/** CPU time of a request as in wrangler.toml, where the platform ends it. */
export const CPU_LIMIT_MS = 10_000;

/**
 * Concurrent computations of one isolate, in calls of maximum size. An hour's drive holds 50 MB of road tiles until its outline
 * is drawn.
 */
export const MAX_LOAD = 1;
/** Polling interval of waiting calls. */
export const ADMISSION_POLL_MS = 25;
/** Expiry of a call that never says that it has ended: a request reads for 30 s and computes for 10 s at most. */
export const ADMISSION_LEASE_MS = 45_000;

/** Timeouts of the platform's parts. */
export interface Timeouts {
  /** One read from R2, usually some tens of milliseconds. */
  readonly read_ms: number;
  /** All reads of one request. */
  readonly reads_ms: number;
  /** The rate limit, which is local to the machine. */
  readonly rate_ms: number;
  /** A cache lookup: the bucket is no slower from anywhere. */
  readonly cache_ms: number;
  /** Storing a cache entry, for which nobody waits. */
  readonly store_ms: number;
  /** Waiting for admission, before the caller is told to retry. */
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
/** Cache failures after which a request stops using it, and consecutive timeouts that open the circuit. */
export const MAX_CACHE_FAILURES = 2;
/** How long the circuit stays open. */
export const CACHE_RESTS_MS = 10_000;
/**
 * Cache operations of one request: Cloudflare allows 1,000, and 10,000 of these and of reads together, where each of
 * MAX_READS_PER_REQUEST takes up to READ_TRIES, twice that on damage.
 */
export const MAX_CACHE_CALLS = 900;
/** Bytes per isolate that wait to be cached after their requests. */
export const MAX_BYTES_TO_STORE = 4 * 1024 * 1024;
/** Maximum wait: a request reads for 30 s, and is ended 30 s after its answer. */
export const STORED_WITHIN_MS = 60_000;
/** Time to live of cached immutable objects. */
export const OBJECT_TTL_S = 7 * 24 * 3_600;
/** Maximum age of cached `current` and callers' keys. It counts in memory too, so that the cache delays no change. */
export const DOCUMENT_TTL_S = 30;

/** Freshness of `current` in memory. */
export const CURRENT_FRESH_MS = 30_000;
/** Use of a stale `current` while storage fails briefly. */
export const CURRENT_USABLE_MS = 60_000;
/** How long a failed read of `current` is cached, as it precedes authentication. */
export const CURRENT_FAILED_MS = 1_000;
/** Interval of retries while a stale value serves, so that not every request waits. */
export const READ_AGAIN_AFTER_MS = 5_000;
/** Retry-After when storage fails. */
export const STORAGE_RETRY_AFTER_S = 5;

/** Regions per response to the map page: the nearest to its view. */
export const MAX_MAP_REGIONS = 50;
/** Browser cache of the list of live regions: the map page soon shows a new dataset. */
export const MAP_REGIONS_TTL_S = 30;
/** Browser cache of basemap tiles, which never change: a year, the customary maximum. */
export const BASEMAP_TILE_TTL_S = 31_536_000;
/** Browser cache of found names, which depend on code. */
export const NAMES_TTL_S = 3_600;
/** Browser cache of density tiles, which depend on code. */
export const DENSITY_TILE_TTL_S = 3_600;

/**
 * Freshness of callers' keys in memory: with KEYS_USABLE_MS and the time of a read, a revoked key is dead within two minutes
 * whatever fails.
 */
export const KEYS_FRESH_MS = 30_000;
/** Use of stale keys while storage fails; beyond, their callers cannot be authenticated. */
export const KEYS_USABLE_MS = 60_000;
/** How long a failed read of keys is cached, against a flood of unknown callers. */
export const KEYS_FAILED_MS = 1_000;
/** Callers' keys in memory of one isolate: ten thousand callers. Beyond, parts are evicted. */
export const MAX_KEYS_BYTES = 4_000_000;
/** Valid secrets of a key: an old and a new one during rotation. */
export const MAX_SECRETS_PER_KEY = 2;
/** Period of the rate limits, as in wrangler.toml. */
export const RATE_PERIOD_S = 60;
/** Calls per key in a period, as in wrangler.toml. */
export const CALLS_PER_KEY = 600;

/** Results in memory of one isolate, in front of the cache. */
export const MAX_CACHED_RESULT_BYTES = 4 * 1024 * 1024;
/** Memory of a result besides its text: key and table entries. */
export const CACHED_RESULT_OVERHEAD_BYTES = 500;
/** Time to live of results. Versions are part of the key, so this bounds storage, not staleness. */
export const RESULT_TTL_S = 7 * 24 * 3_600;
/** Page size of a bucket's list: R2's maximum. */
export const OBJECTS_LISTED_AT_ONCE = 1_000;
/**
 * Cache of the health state per isolate: `/healthz` needs no key, and each check makes some eighteen bucket calls a region. Also
 * the delay until a recovery shows.
 */
export const HEALTH_TTL_MS = 60_000;
/** Regions per check of `/healthz`, in rotation, so that it ends in seconds. */
export const HEALTH_REGIONS = 20;
/** Browser cache of a preflight: the longest that browsers accept. */
export const PREFLIGHT_TTL_S = 86_400;

/** Decimals of an origin: about a metre, finer than any outline. */
export const ORIGIN_DECIMALS = 5;
