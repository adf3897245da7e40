import type { Caller } from './request/caller-keys.ts';
import type { RequestStorage } from './request/open-storage.ts';
import type { RequestReport } from './response/request-report.ts';

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
