import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { pathOf } from '../../src/endpoints.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { tileAt } from '../../src/geo/map-tiles.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { keyEntry, keyObjects } from '../support/buckets/key-entries.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { type StreetTown, streetTown } from '../support/datasets/street-dataset.ts';
import { queryTextOfQuestion, randomQuestion } from '../support/requests/random-question.ts';
import { FaultyPlatform, runRequest } from './faulty-platform.ts';
import { casesPerSeed, LONG_TIMEOUT, SEEDS } from './full-counts.ts';
import { basic, CALLER, SERVICE } from './service.ts';

const REQUESTS_PER_PLACE = 40;
const ZOOMS = 23;
const TIMEOUTS = { read_ms: 8, reads_ms: 200, rate_ms: 4, cache_ms: 4, store_ms: 8, admission_ms: 1_000 };

const written: string[] = [];
afterEach(() => {
  written.length = 0;
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function placesOf(town: StreetTown): Set<string> {
  const [lon, lat] = town.centre;
  const places = new Set<string>();
  for (let resolution = 0; resolution <= 15; resolution++) {
    for (const cell of gridDisk(latLngToCell(lat, lon, resolution), 1)) places.add(cell);
  }
  for (const key of town.objects.keys()) {
    const [cell] = /[0-9a-f]{15}/.exec(key) ?? [];
    if (cell) {
      places.add(cell);
      for (const degrees of cellToLatLng(cell)) places.add(degrees.toFixed(3).slice(0, -1));
    }
  }
  for (let zoom = 5; zoom < ZOOMS; zoom++) {
    const [x, y] = tileAt(lon, lat, zoom);
    places.add(`${zoom}-${x}-${y}`).add(`${zoom}/${x}/${y}`);
  }
  // 0.01° and five digits of units are about a kilometre.
  for (const degrees of [lon, lat]) {
    places.add(degrees.toFixed(3).slice(0, -1)).add(String(Math.round(degrees * 1e7)).slice(0, -4));
  }
  return places;
}

const MEASURES = ['id', 'phases_ms', 'tiles', 'objects', 'rounds', 'bytes'];

function withoutMeasures(line: string): string {
  const fields = JSON.parse(line) as Record<string, unknown>;
  for (const name of MEASURES) {
    const { [name]: measure } = fields;
    if (typeof measure === 'object') {
      expect(Object.values(measure!).every((value) => typeof value === 'number')).toBe(true);
    } else if (name === 'id') expect(measure ?? '').toMatch(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/);
    else expect(typeof (measure ?? 0)).toBe('number');
    delete fields[name];
  }
  return JSON.stringify(fields);
}

function leak(places: ReadonlySet<string>): string | null {
  for (const line of written) {
    const text = withoutMeasures(line);
    for (const place of places) if (text.includes(place)) return `${place} in ${line}`;
  }
  return null;
}

test('the search finds what it looks for', () => {
  const town = streetTown({ region: 'town', near: [10.5, 52.25], version: 'town-0000000000000001' });
  const [key] = [...town.objects.keys()].filter((name) => name.includes('pack-'));
  const [x, y] = tileAt(...town.centre, 13);
  for (const line of [`storage: ${key}`, `near ${town.centre}`, `13-${x}-${y}`, `no tile 13/${x}/${y}`]) {
    written.push(JSON.stringify({ notes: [line] }));
    expect(leak(placesOf(town)), line).not.toBeNull();
    written.pop();
  }
});

test.for(SEEDS)('no place is in a log line (seed %i)', LONG_TIMEOUT, async (seedOfRun) => {
  for (const method of ['log', 'error', 'warn', 'info', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void written.push(words.join(' ')));
  }
  const random = new Random(seedOfRun);
  const keys = await keyObjects([await keyEntry(CALLER.key, 'tests', [CALLER.secret])]);
  const sign = (): number => (random.chance(0.5) ? 1 : -1);
  const failures = new Map<unknown, number>();
  const places = Math.ceil(casesPerSeed(40_000) / REQUESTS_PER_PLACE);
  for (let place = 0; place < places; place++) {
    written.length = 0;
    const town = streetTown({
      region: 'town',
      // Shorter coordinates may stand for anything.
      near: [random.between(1, 179) * sign(), random.between(1, 80) * sign()],
      version: 'town-0000000000000001',
    });
    const [lon, lat] = town.centre;
    const objects = new Map([...town.objects, [CURRENT_KEY, await currentInMemory([town])]]);
    const platform = new FaultyPlatform(objects, keys, random, { fault: 0.25, late_ms: 25 });
    vi.stubGlobal(
      'caches',
      platform.caches(() => {}),
    );
    const broken = {
      get id(): string {
        const cell = latLngToCell(lat, lon, 7);
        throw new RangeError(`no arc at ${lon}, ${lat} of ${cell}\n    at ${cell} (13-1-${lon}:1:2)`);
      },
    };
    let app = createApp(TIMEOUTS);
    const send = (path: string): Promise<Response> => {
      const bindings = {
        TILES: platform.bucket(() => {}),
        KEYS: platform.keys(() => {}),
        CALLS_PER_KEY: platform.limiter(() => {}),
        CALLS_PER_ADDRESS: platform.limiter(() => {}),
        CODE_VERSION: random.chance(0.1) ? broken : { id: `code-${place}`, tag: '', timestamp: '' },
      };
      const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
      const headers = { Authorization: basic(CALLER) };
      const request = new Request(`${SERVICE}${path}`, { headers });
      return runRequest(async () => app.fetch(request, bindings, context as unknown as ExecutionContext));
    };
    for (let i = 0; i < REQUESTS_PER_PLACE; i++) {
      if (i % 10 === 0) app = createApp(TIMEOUTS);
      const question = randomQuestion(town, random);
      const zoom = random.integer(5, ZOOMS - 1);
      const [x, y] = tileAt(lon, lat, zoom);
      const seen = `${zoom}/${x}/${y}.mvt`;
      await send(
        random.chance(0.2)
          ? `/map/${town.manifest.version}/${random.chance(0.5) ? seen : `density/living/${seen}`}`
          : `${pathOf(question.endpoint)}?${queryTextOfQuestion(question)}`,
      );
    }
    for (const line of written) {
      const { failure } = JSON.parse(line) as { failure?: unknown };
      if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1);
    }
    expect(leak(placesOf(town)), `seed ${seedOfRun}, place ${place}`).toBeNull();
  }
  for (const failure of [null, 'storage-unavailable', 'defect'])
    expect(failures.get(failure), JSON.stringify([...failures])).toBeGreaterThan(10);
});
