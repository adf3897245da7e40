import type { CacheAccess } from './cache/cache-access.ts';
import type { LiveRegions } from './format/live-regions.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { TileSource } from './storage/tile-source.ts';
import type { RequestReport } from './telemetry/request-report.ts';

/** What wrangler.toml binds to the Worker. */
export interface Bindings {
  /** Datasets, and the pointer to the live ones. */
  readonly TILES: R2Bucket;
  /** The callers' keys, with the hashes of their secrets. */
  readonly KEYS: R2Bucket;
  readonly CALLS_PER_KEY: RateLimit;
  /** Of requests below `/map` that need no key, by the address that they come from. */
  readonly CALLS_PER_ADDRESS: RateLimit;
  /** The deployed version of the code, part of every cache key. */
  readonly CODE_VERSION: WorkerVersionMetadata;
  /** Counters of requests; without it none are kept. */
  readonly REQUESTS?: AnalyticsEngineDataset;
}

/** Who asks. */
export interface Caller {
  readonly key: string;
  readonly name: string;
}

/** What one request reads from; all of it shares the connections of the request. */
export interface RequestStorage {
  readonly tiles: ObjectStore;
  readonly keys: TileSource;
  readonly cache: CacheAccess;
  /** The live regions: the first call begins to read them, where they are not in memory. */
  readonly live: () => Promise<LiveRegions>;
}

/** What travels with a request through the app. */
export interface ServiceEnv {
  Bindings: Bindings;
  Variables: {
    /** Set before anything else. */
    readonly report: RequestReport;
    /** Set where a key is needed. */
    readonly storage: RequestStorage;
    /** Set once the caller is known. */
    readonly caller: Caller;
  };
}
