/** Sets the limits of the service, with reasons; the longest travel times are in `format/road-model.ts`. */
import type { Travel } from './format/tile-sets.ts';

/** Longest query string, which Cloudflare limits. */
export const MAX_QUERY_BYTES = 16_384;

/** This many positions, percent-encoded, fit the query string. */
export const MAX_ZONE_POSITIONS = 500;
export const MAX_ZONE_AREA_KM2 = 10_000;
/** The perimeter bounds the cost of a count. */
export const MAX_ZONE_PERIMETER_KM = 2_000;

/** Longest outline of counted cells, 300 kB of text; longer ones are simplified to a twentieth (2,000 km of slivers to 1.2 MB). */
export const MAX_CELL_SIDES = 12_000;

export const MIN_TRAVEL_TIME_S = 60;
/** Outlines of isochrones are off by about this much, as their raster has pixels. */
export const OUTLINE_TOLERANCE_M: Record<Travel, number> = { pedestrian: 25, motorized: 100 };
/** Holes of a drive's isochrone narrower than this are filled; the width is linear in time. */
export const FILLED_HOLES_OF_DRIVES = { from_s: 900, from_m: 100, to_s: 3_600, to_m: 1_000 };
/** Largest raster of an isochrone, 3 bytes a pixel: an hour's drive in the far north. */
export const MAX_RASTER_PIXELS = 12_000_000;
/** If the nearest road were farther away, the answer would be for another place. */
export const MAX_SNAP_DISTANCE_M = 500;

/** An isochrone ends at further borders: a road that changes regions more often costs too much. */
export const MAX_BORDER_CROSSINGS = 8;

/** Least share of a zone's area that must have data. */
export const MIN_COVERED_SHARE = 0.9;

/** At most this many coverages are read for a zone. */
export const MAX_REGIONS_PER_ZONE = 16;
/** Narrower overlaps of coverages, in the mean, are borders that two publishers drew differently. */
export const SLIVER_WIDTH_M = 250;

/** Workers limit a request to six calls that wait for headers. */
export const MAX_READS_AT_ONCE = 6;
/** More reads than {@link MAX_READS_AT_ONCE} may be pending, as bodies need no such connection. */
export const MAX_PENDING_READS = 2 * MAX_READS_AT_ONCE;
/** A cache that hangs leaves the other connections to the buckets. */
export const MAX_CACHE_CALLS_AT_ONCE = 4;
/** Decoded objects cached in an isolate, which has 128 MB. */
export const MAX_LOADED_BYTES = 14 * 1024 * 1024;
/** Packs that a count reads at a time; one has 5 MB in a metropolis. */
export const COUNTED_PACKS_AT_ONCE = 3;
/** Rounds of more reads are not cached: they would evict all else. */
export const MAX_STORED_ROUND = 16;
export const MAX_READS_PER_REQUEST = 1_000;
/** An answer may read twice an hour's drive in a metropolis; most bytes are freed at once. */
export const MAX_BYTES_PER_REQUEST = 160 * 1024 * 1024;
/** Prefetches of a request; the next constant limits their bytes that are not yet used. */
export const MAX_PREFETCHES = 24;
export const MAX_PREFETCHED_BYTES = 6 * 1024 * 1024;
/** A second try outlasts most short faults. */
export const READ_TRIES = 2;
/** CPU time of a request, as wrangler.toml sets it. */
export const CPU_LIMIT_MS = 10_000;

/** Load of an isolate in multiples of the widest call, an hour's drive, which takes 50 MB. */
export const MAX_LOAD = 1;
/** Load of any call: a first count in a metropolis takes 4 MB while it reads packs, however small its zone. */
export const LEAST_LOAD = 1 / 16;
/** A waiting call looks this often whether it may run. */
export const ADMISSION_POLL_MS = 25;
/** Others may pass a call whose turn it is for this long, while it does not fit. */
export const MAX_PASSING_MS = 500;
/** A call that waits and has not polled for this long was ended by the platform. */
export const TICKET_LEASE_MS = 2_000;
/** A call's load expires after this long, as a request reads for 30 s and computes for 10 s at most. */
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
/** After this many failures a request stops using the cache. */
export const MAX_CACHE_FAILURES = 2;
/**
 * Cloudflare allows a request 1,000 calls of the cache, and 10,000 with reads, of which MAX_READS_PER_REQUEST takes READ_TRIES each,
 * twice on damage.
 */
export const MAX_CACHE_CALLS = 900;
/** Bytes of an isolate that may wait to be stored in the cache. */
export const MAX_BYTES_TO_STORE = 4 * 1024 * 1024;
/** A reservation of bytes expires: a request reads for 30 s, and is ended 30 s after its answer. */
export const STORED_WITHIN_MS = 60_000;
export const OBJECT_TTL_S = 7 * 24 * 3_600;
/** Lifetime of `current` and keys in caches, memory included. */
export const DOCUMENT_TTL_S = 30;

export const CURRENT_FRESH_MS = 30_000;
/** While storage fails, `current` serves up to this age. */
export const CURRENT_USABLE_MS = 60_000;
/** A failed read is cached for this long, as callers without a key start reads, too. */
export const CURRENT_FAILED_MS = 1_000;
/** While a stale value serves, reads are this far apart. */
export const READ_AGAIN_AFTER_MS = 5_000;
/** Value of Retry-After when storage fails. */
export const STORAGE_RETRY_AFTER_S = 5;

export const MAX_MAP_REGIONS = 50;
/** Lifetime in the browser's cache, so that a new dataset soon shows. */
export const MAP_REGIONS_TTL_S = 30;
/** Lifetime in the browser's cache, a year, as tiles never change. */
export const BASEMAP_TILE_TTL_S = 31_536_000;
/** Lifetime in the browser's cache; names depend on code. */
export const NAMES_TTL_S = 3_600;
/** Lifetime in the browser's cache; tiles depend on code. */
export const DENSITY_TILE_TTL_S = 3_600;

/** A revoked key ends within two minutes with KEYS_USABLE_MS and a read. */
export const KEYS_FRESH_MS = 30_000;
/** While storage fails, keys serve up to this age. */
export const KEYS_USABLE_MS = 60_000;
/** A failed read is cached for this long, against floods of unknown callers. */
export const KEYS_FAILED_MS = 1_000;
/** A key has an old and a new secret during rotation. */
export const MAX_SECRETS_PER_KEY = 2;
/** Period of rate limits, as wrangler.toml sets it. */
export const RATE_PERIOD_S = 60;
/** Calls of a key in a period, as wrangler.toml sets it. */
export const CALLS_PER_KEY = 600;
export const CALLS_PER_ADDRESS = 1_200;
/** The widest call counts as this many towards CALLS_PER_KEY. */
export const CALLS_OF_WIDEST = 10;

/** Results cached in the memory of an isolate. */
export const MAX_CACHED_RESULT_BYTES = 4 * 1024 * 1024;
/** Memory of a cached result's key and table entries. */
export const CACHED_RESULT_OVERHEAD_BYTES = 500;
/** The lifetime only bounds storage, as keys contain versions. */
export const RESULT_TTL_S = 7 * 24 * 3_600;
/** A check serves this long, as `/healthz` is public and a check makes five bucket calls a region. */
export const HEALTH_TTL_MS = 60_000;
/** Regions of one check, in rotation. */
export const HEALTH_REGIONS = 20;
/** Longest lifetime that browsers accept. */
export const PREFLIGHT_TTL_S = 86_400;

/** Decimals of degrees of an origin, about a metre. */
export const ORIGIN_DECIMALS = 5;
