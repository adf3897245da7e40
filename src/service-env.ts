import type { CacheAccess } from './cache/cache-access.ts';
import type { LiveRegions } from './format/live-regions.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { TileSource } from './storage/tile-source.ts';
import type { RequestReport } from './telemetry/request-report.ts';

/** Bindings of wrangler.toml. */
export interface Bindings {
  /** Datasets and `current`. */
  readonly TILES: R2Bucket;
  /** The callers' keys, with hashed secrets. */
  readonly KEYS: R2Bucket;
  readonly CALLS_PER_KEY: RateLimit;
  /** Limit by address for requests below `/map` without a key. */
  readonly CALLS_PER_ADDRESS: RateLimit;
  /** The deployed version of the code, part of every cache key. */
  readonly CODE_VERSION: WorkerVersionMetadata;
  /** Counters of requests; optional. */
  readonly REQUESTS?: AnalyticsEngineDataset;
}

export interface Caller {
  readonly key: string;
  readonly name: string;
}

/** Storage of one request, with shared connections. */
export interface RequestStorage {
  readonly tiles: ObjectStore;
  readonly keys: TileSource;
  readonly cache: CacheAccess;
  /** Reads the live regions once, unless in memory. */
  readonly live: () => Promise<LiveRegions>;
}

/** Context of a request. */
export interface ServiceEnv {
  Bindings: Bindings;
  Variables: {
    /** Set before anything else. */
    readonly report: RequestReport;
    /** Set where a key is needed. */
    readonly storage: RequestStorage;
    /** Set after authentication. */
    readonly caller: Caller;
  };
}
