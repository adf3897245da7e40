/** In a process of its own, with nothing in it but the app: asks many different questions and tells what memory is held. */
import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { datasetInBucket } from '../support/dataset-files.ts';
import { keyEntry, keyObjects, randomEntries } from '../support/key-entries.ts';

const LOOKS = 12;
/** Of all callers those who call, enough that each part of the keys is in use. */
const CALLERS = 1_000;
const MAX_CALLERS = 10_000;
const [folder, calls, lonText, latText] = process.argv.slice(2) as [string, string, string, string];
const CENTRE = [Number(lonText), Number(latText)] as const;
const CALLS = Number(calls);

/** Named at run time, as the Worker's types are not Node's. */
const APP = '../../src/app.ts';
const { createApp } = (await import(APP)) as { createApp: () => Hono };

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const platform = await platformInMemory(folder);
const app = createApp();
const random = new Random(7);
const { info } = console;
for (let call = 1; call <= CALLS; call++) {
  console.info = () => {};
  const headers = { Authorization: `Basic ${btoa(`key${call % CALLERS}:secret`)}` };
  const request = new Request(`http://count.test${randomPath(random)}`, { headers });
  const response = await app.fetch(request, platform.bindings, platform.context);
  const body = await response.text();
  console.info = info;
  if (response.status !== 200 || !body.startsWith('{"success":true')) {
    throw new Error(`${response.status} ${body} for ${request.url}`);
  }
  if (call % Math.ceil(CALLS / LOOKS) === 0) {
    globalThis.gc!();
    const { heapUsed, external } = process.memoryUsage();
    console.log(
      JSON.stringify({ calls: call, heap_mb: megabytes(heapUsed), buffers_mb: megabytes(external) }),
    );
  }
}

/** A walk, a drive or a zone in the middle of the demo's town. */
function randomPath(random: Random): string {
  const lon = CENTRE[0] + random.between(-0.03, 0.03);
  const lat = CENTRE[1] + random.between(-0.015, 0.015);
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

/** Bindings over a dataset's folder. Nothing is found in the cache, so that each call is computed. */
async function platformInMemory(folder: string): Promise<{
  readonly bindings: Fetch[1];
  readonly context: Fetch[2];
}> {
  // What workerd has and Node has not.
  Object.assign(crypto.subtle, { timingSafeEqual });
  Object.assign(globalThis, {
    caches: { open: async () => ({ match: async () => undefined, put: async () => {} }) },
  });
  const { objects, current } = await datasetInBucket(folder);
  const read = (key: string): Uint8Array | null =>
    key === CURRENT_KEY ? current : (objects.get(key) ?? null);
  const keys = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) => keyEntry(`key${index}`, 'bench', ['secret'])),
  );
  const keyParts = await keyObjects([...keys, ...randomEntries(MAX_CALLERS - CALLERS)]);
  const bucketOf = (read: (key: string) => Uint8Array | null): object => ({
    get: async (key: string) => {
      const bytes = read(key);
      return bytes && { arrayBuffer: async () => new Uint8Array(bytes).buffer };
    },
  });
  const bindings = {
    TILES: bucketOf(read),
    KEYS: bucketOf((key) => keyParts.get(key) ?? null),
    CALLS_PER_KEY: { limit: async () => ({ success: true }) },
    CODE_VERSION: { id: 'bench', tag: '', timestamp: '' },
  };
  const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  return {
    bindings: bindings as unknown as Fetch[1],
    context: context as unknown as Fetch[2],
  };
}
