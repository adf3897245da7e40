/** Benchmark of cold starts: requests to an empty isolate with a distant bucket and a cold or warm cache. */
import { timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { COORDINATE_UNIT_DEGREES, FRONTAGE_EDGE } from '../../src/format/road-tile.ts';
import { type Cell, ROAD_TILE_LEVELS, ROAD_TILE_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { MAX_BYTES_TO_STORE, MAX_LOADED_BYTES, type Timeouts } from '../../src/limits.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Progress } from '../../tiles-builder/base/records.ts';
import { manifestIn, readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import type { Config } from '../../tiles-builder/sources/config/config.ts';
import { keyEntry, keyObjects } from '../support/buckets/key-entries.ts';
import { datasetInBucket } from '../support/datasets/dataset-files.ts';
import { type Distances, DistantPlatform, type PlatformWork } from '../support/servers/distant-platform.ts';
import { VirtualClock } from '../support/servers/virtual-clock.ts';
import { median } from './measures.ts';

const SERVICE = 'https://count.test';
const CALLER = { key: 'pc_bench', secret: 'bench' };
export const PLACES = 20;
const SEED = 20_261_122;
/** Places tried until one call has a count. */
const MAX_TRIES = 400;
const MAX_TRIES_FOR_ANSWERS = 100;
/** Sent after the whole isochrone. */
const COMPUTED = /isochrone from lon, lat is not covered/;
const HIT_MS = 5;
const MISS_MS = 2;
/** The keys are half as far as the tiles. */
const KEYS_PER_READ = 0.5;
const ZONE_KM2 = 80;
const CORNERS = 64;
const KM_PER_DEGREE = 111.195;

export const CACHES = ['empty', 'warm'] as const;
/** Cold, or warm with all but the result. */
export type CacheState = (typeof CACHES)[number];

type Query = Readonly<Record<string, string | number>>;

const isochrone =
  (travel: string, time: number) =>
  ([lon, lat]: Position): Query => ({ lon, lat, travel, time });

const CALLS: Readonly<Record<string, (place: Position) => Query>> = {
  walk15: isochrone('pedestrian', 900),
  drive10: isochrone('motorized', 600),
  drive30: isochrone('motorized', 1_800),
  zone80: ([lon, lat]) => {
    const radius_degrees = Math.sqrt(ZONE_KM2 / Math.PI) / KM_PER_DEGREE;
    const ring = Array.from({ length: CORNERS }, (_, corner) => {
      const angle = (2 * Math.PI * (corner % CORNERS)) / CORNERS;
      return [
        lon + (radius_degrees * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180),
        lat + radius_degrees * Math.sin(angle),
      ];
    });
    return { zone: JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }) };
  },
};

/** Medians over places. */
export interface ColdFigures {
  readonly call: string;
  readonly rounds: number;
  readonly most_rounds: number;
  /** Bucket reads and cache hits. */
  readonly reads: number;
  readonly bytes: number;
  readonly ms: number;
  readonly cpu_ms: number;
}

export interface ColdBenchOptions {
  /** To build, unless a dataset is given. */
  readonly config: Config | undefined;
  readonly dataset: string | undefined;
  /** Until a read's headers. */
  readonly read_ms: number;
  readonly body_mb_per_s: number;
  readonly cache: CacheState;
  readonly places: number;
  readonly progress: Progress;
}

export async function benchCold(options: ColdBenchOptions): Promise<readonly ColdFigures[]> {
  const { config, dataset, read_ms, body_mb_per_s, cache, places, progress } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'bench-cold-'));
  try {
    const folder = dataset ?? join(scratch, 'dataset');
    if (config && !dataset) await buildDataset(config, folder, { progress });
    const bench = await ColdBench.open(folder, {
      read_ms,
      keys_ms: read_ms * KEYS_PER_READ,
      hit_ms: HIT_MS,
      miss_ms: MISS_MS,
      body_bytes_per_ms: 1_000 * body_mb_per_s,
    });
    const figures: ColdFigures[] = [];
    for (const call of Object.keys(CALLS)) {
      const measured = await bench.measure(call, { cache, places }, progress);
      figures.push(measured);
      console.log(describe(measured));
    }
    return figures;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const APP = '../../src/app.ts';

type CreateApp = (timeouts: Timeouts) => Hono;
const NEVER_LATE: Timeouts = {
  read_ms: 1e6,
  reads_ms: 1e6,
  rate_ms: 1e6,
  cache_ms: 1e6,
  store_ms: 1e6,
  admission_ms: 1e6,
};
const INSTANT = { hit_ms: 0, miss_ms: 0, body_bytes_per_ms: Number.POSITIVE_INFINITY };
const NEAR: Distances = { ...INSTANT, read_ms: 0, keys_ms: 0 };
/** Only reads take time, 1 ms each. */
const ROUNDS: Distances = { ...INSTANT, read_ms: 1, keys_ms: 1 };

interface Measured extends PlatformWork {
  readonly rounds: number;
  readonly ms: number;
  readonly cpu_ms: number;
}

class ColdBench {
  readonly #platform: DistantPlatform;
  readonly #clock: VirtualClock;
  readonly #distances: Distances;
  readonly #places: readonly Position[];
  readonly #createApp: CreateApp;

  private constructor(
    platform: DistantPlatform,
    clock: VirtualClock,
    distances: Distances,
    places: readonly Position[],
    createApp: CreateApp,
  ) {
    this.#platform = platform;
    this.#clock = clock;
    this.#distances = distances;
    this.#places = places;
    this.#createApp = createApp;
  }

  static async open(folder: string, distances: Distances): Promise<ColdBench> {
    Object.assign(crypto.subtle, { timingSafeEqual });
    const keys = await keyObjects([await keyEntry(CALLER.key, 'bench', [CALLER.secret])]);
    const clock = new VirtualClock();
    const { objects, current } = await datasetInBucket(folder);
    const platform = new DistantPlatform(new Map([...objects, [CURRENT_KEY, current]]), keys, clock);
    const { createApp } = (await import(APP)) as { createApp: CreateApp };
    return new ColdBench(platform, clock, distances, await placesOnRoads(folder), createApp);
  }

  async measure(
    call: string,
    { cache, places }: Pick<ColdBenchOptions, 'cache' | 'places'>,
    progress: Progress,
  ): Promise<ColdFigures> {
    const random = new Random(SEED);
    const platform = this.#platform;
    const measured: Measured[] = [];
    for (let tries = 0; measured.length < places; tries++) {
      if (tries === MAX_TRIES) throw new Error(`${call}: only ${measured.length} places can be asked from`);
      const query = CALLS[call](this.#places[random.integer(0, this.#places.length - 1)]);
      platform.emptyCache();
      const { status, body, bytes } = await this.#ask(query, NEAR);
      if (status !== 200 && status !== 422)
        throw new Error(`${call}: ${status} for ${JSON.stringify(query)}`);
      if (status === 422 && !(tries >= MAX_TRIES_FOR_ANSWERS && COMPUTED.test(body))) continue;
      // Later requests store what one may not.
      const storedBy = cache === 'warm' ? Math.ceil(bytes / MAX_BYTES_TO_STORE) : 0;
      for (let more = 1; more < storedBy; more++) {
        platform.emptyCache('results');
        await this.#ask(query, NEAR);
      }
      const forget = (): void => platform.emptyCache(cache === 'warm' ? 'results' : undefined);
      forget();
      const { ms } = await this.#ask(query, ROUNDS, { countsCpu: false });
      forget();
      measured.push({ ...(await this.#ask(query, this.#distances)), rounds: Math.round(ms) });
      progress(call, measured.length, places);
    }
    const of = (value: (one: Measured) => number): number => median(measured.map(value));
    return {
      call,
      rounds: of(({ rounds }) => rounds),
      most_rounds: Math.max(...measured.map(({ rounds }) => rounds)),
      reads: of(({ reads }) => reads),
      bytes: of(({ bytes }) => bytes),
      ms: rounded(of(({ ms }) => ms)),
      cpu_ms: rounded(of(({ cpu_ms }) => cpu_ms)),
    };
  }

  async #ask(
    query: Query,
    distances: Distances,
    options?: { readonly countsCpu: boolean },
  ): Promise<Omit<Measured, 'rounds'> & { readonly status: number; readonly body: string }> {
    const request = this.#platform.request(distances);
    Object.assign(globalThis, { caches: request.caches });
    const app = this.#createApp(NEVER_LATE);
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const call = new Request(`${SERVICE}/api/v1/livingcount?${parameters}`, {
      headers: { Authorization: `Basic ${btoa(`${CALLER.key}:${CALLER.secret}`)}` },
    });
    const bindings = { ...request.bindings, CODE_VERSION: { id: 'bench', tag: '', timestamp: '' } };
    type Fetch = Parameters<Hono['fetch']>;
    const { info } = console;
    console.info = () => {};
    globalThis.gc?.({ type: 'minor' });
    const { value, ms, cpu_ms } = await this.#clock.time(async () => {
      const response = await app.fetch(call, bindings as Fetch[1], request.context as Fetch[2]);
      return { status: response.status, body: await response.text() };
    }, options);
    console.info = info;
    const work = { ...request.work };
    await this.#clock.time(() => request.finish());
    return { ...work, ...value, ms, cpu_ms };
  }
}

async function placesOnRoads(folder: string): Promise<Position[]> {
  const manifest = manifestIn(folder);
  // One reader has the limits of one request.
  const reader = (): DatasetReader => readerOfFolder(folder, manifest, new LoadedObjects(MAX_LOADED_BYTES));
  let cells: Cell[] = reader()
    .provinces('motorized')
    .map(({ cell }) => cell);
  const places: Position[] = [];
  for (const level of ROAD_TILE_LEVELS.slice(1)) {
    const children: Cell[] = [];
    for (const cell of cells) {
      const { separators } = await reader().readRoadTiles('motorized', { separators: [cell], leaves: [] });
      for (const { childCells } of separators.values()) {
        if (level === ROAD_TILE_RESOLUTION) places.push(...(await placesOn(childCells, reader())));
        else children.push(...childCells);
      }
    }
    cells = children;
  }
  return places;
}

async function placesOn(cells: readonly Cell[], reader: DatasetReader): Promise<Position[]> {
  const { leaves } = await reader.readRoadTiles('motorized', { separators: [], leaves: cells });
  const places: Position[] = [];
  for (const { edgeFlags, edgeFirstPoint, pointLon, pointLat } of leaves.values()) {
    for (const [edge, flags] of edgeFlags.entries()) {
      const point = edgeFirstPoint[edge];
      if (flags & FRONTAGE_EDGE)
        places.push([pointLon[point] * COORDINATE_UNIT_DEGREES, pointLat[point] * COORDINATE_UNIT_DEGREES]);
    }
  }
  return places;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const describe = ({ call, rounds, most_rounds, reads, bytes, ms, cpu_ms }: ColdFigures): string =>
  `${call.padEnd(8)} ${rounds} rounds (at most ${most_rounds}), ${reads} reads, ${(bytes / 1e6).toFixed(2)} MB, ${ms} ms, ${cpu_ms} ms of CPU`;
