/** Types of the Hono context: bindings of wrangler.toml, and what middleware sets. */
import type { CacheAccess } from './cache/cache-access.ts';
import type { LiveRegions } from './format/live-regions.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { TileSource } from './storage/tile-source.ts';
import type { RequestReport } from './telemetry/request-report.ts';

export interface Bindings {
  readonly TILES: R2Bucket;
  /** Callers' keys, secrets hashed. */
  readonly KEYS: R2Bucket;
  readonly CALLS_PER_KEY: RateLimit;
  /** Limits calls below `/map` without a key. */
  readonly CALLS_PER_ADDRESS: RateLimit;
  /** Part of every cache key. */
  readonly CODE_VERSION: WorkerVersionMetadata;
  readonly REQUESTS?: AnalyticsEngineDataset;
}

export interface Caller {
  readonly key: string;
  readonly name: string;
}

export interface RequestStorage {
  readonly tiles: ObjectStore;
  readonly keys: TileSource;
  readonly cache: CacheAccess;
  readonly live: () => Promise<LiveRegions>;
}

export interface ServiceEnv {
  Bindings: Bindings;
  Variables: {
    readonly report: RequestReport;
    readonly storage: RequestStorage;
    readonly caller: Caller;
    /** That the question counts as, once it was read. */
    readonly calls?: number;
  };
}
