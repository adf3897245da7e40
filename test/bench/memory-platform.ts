/** Isolate's platform in a Node process, and usual calls to it. */
import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { Random } from '../../tiles-builder/base/numbers/random.ts';
import { keyEntry, keyObjects, randomEntries } from '../support/buckets/key-entries.ts';
import { datasetInBucket } from '../support/datasets/dataset-files.ts';

const CALLERS = 1_000;
const MAX_CALLERS = 10_000;

/** Walk, drive or zone around a place. */
export function randomPath(random: Random, centre: Position): string {
  const lon = centre[0] + random.between(-0.03, 0.03);
  const lat = centre[1] + random.between(-0.015, 0.015);
  const path = `/api/v1/${random.chance(0.5) ? 'livingcount' : 'workingcount'}`;
  if (random.chance(0.5)) {
    const travel = random.chance(0.8) ? 'pedestrian' : 'motorized';
    return `${path}?lon=${lon}&lat=${lat}&travel=${travel}&time=900`;
  }
  const ring = [
    [lon, lat],
    [lon + 0.01, lat],
    [lon + 0.01, lat + 0.005],
    [lon, lat],
  ];
  return `${path}?zone=${JSON.stringify({ type: 'Polygon', coordinates: [ring] })}`;
}

type Fetch = Parameters<Hono['fetch']>;

/** Bindings over the folders of datasets, with an empty cache. */
export async function platformInMemory(folders: readonly string[]): Promise<Platform> {
  Object.assign(globalThis, { caches: EMPTY_CACHES });
  const { objects, current } = await datasetInBucket(...folders);
  const keys = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) => keyEntry(`key${index}`, 'bench', ['secret'])),
  );
  const keyParts = await keyObjects([...keys, ...randomEntries(MAX_CALLERS - CALLERS)]);
  return platformOver((key) => (key === CURRENT_KEY ? current : objects.get(key)), keyParts);
}

export interface Platform {
  readonly bindings: Fetch[1];
  readonly context: Fetch[2];
}

export const EMPTY_CACHES = {
  open: async () => ({ match: async () => undefined, put: async () => {} }),
};

export function platformOver(
  read: (key: string) => Uint8Array | undefined,
  keyParts: ReadonlyMap<string, Uint8Array>,
): Platform {
  Object.assign(crypto.subtle, { timingSafeEqual });
  const bucketOf = (read: (key: string) => Uint8Array | undefined): object => ({
    get: async (key: string) => {
      const bytes = read(key);
      return bytes ? { arrayBuffer: async () => new Uint8Array(bytes).buffer } : null;
    },
  });
  const bindings = {
    TILES: bucketOf(read),
    KEYS: bucketOf((key) => keyParts.get(key)),
    CALLS_PER_KEY: { limit: async () => ({ success: true }) },
    CODE_VERSION: { id: 'bench', tag: '', timestamp: '' },
  };
  const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  return { bindings: bindings as unknown as Fetch[1], context: context as unknown as Fetch[2] };
}
