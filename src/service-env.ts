/** Defines the types of the Hono context: bindings as wrangler.toml declares them, and what middleware sets. */
import type { Admission } from './admission/admission.ts';
import type { CacheAccess } from './cache/cache-access.ts';
import type { CacheState } from './cache/cache-state.ts';
import type { LiveRegions } from './format/live-regions.ts';
import type { CachedCurrent } from './storage/cached-current.ts';
import type { LoadedObjects } from './storage/loaded-objects.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { TileSource } from './storage/tile-source.ts';
import type { RequestReport } from './telemetry/request-report.ts';

/** CODE_VERSION is part of every cache key; CALLS_PER_ADDRESS limits calls below `/map` without a key. */
export type Bindings = Readonly<WranglerBindings>;

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

/** What the requests of an isolate share. */
export interface IsolateMemory {
  readonly current: CachedCurrent;
  readonly objects: LoadedObjects;
  readonly results: LoadedObjects;
  readonly cache: CacheState;
  readonly admission: Admission;
}
