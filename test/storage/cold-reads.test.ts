import { expect, test } from 'vitest';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { queryTextOf } from '../support/requests/query-text.ts';
import { askFrom, farAway, nameOfRead } from './far-service.ts';

const DISTANCES = { read_ms: 1_000, keys_ms: 500, hit_ms: 5, miss_ms: 2, body_bytes_per_ms: 40_000 };

/** Near a border, absent packs would be prefetched. */
const COLD_TOWN = streetTown({
  region: 'town',
  near: [9.884, 52.032],
  version: 'town-0000000000000001',
  // Farther than a drive of ten minutes.
  coverageReach_m: 6_000,
});
const [lon, lat] = COLD_TOWN.centre;

interface ColdCall {
  readonly call: string;
  readonly path: string;
  /** By round; each waits for the one before. */
  readonly rounds: readonly (readonly string[])[];
  readonly waits: number;
}

const FIRST = ['current', 'keys'];
const COUNTS = ['living overview', 'living pack', 'manifest'];

const COLD_CALLS: readonly ColdCall[] = [
  {
    call: 'a walk',
    path: queryTextOf({ lon, lat, travel: 'pedestrian', time: 61 }),
    rounds: [FIRST, [...COUNTS, 'pedestrian pack', 'pedestrian separators']],
    waits: 2,
  },
  {
    call: 'a drive',
    path: queryTextOf({ lon, lat, travel: 'motorized', time: 600 }),
    rounds: [FIRST, [...COUNTS, 'motorized pack', 'motorized separators']],
    waits: 2,
  },
  {
    call: 'a zone',
    path: queryTextOf({
      zone: JSON.stringify({ type: 'Polygon', coordinates: COLD_TOWN.box([-60, -60], [60, 60]) }),
    }),
    rounds: [FIRST, COUNTS],
    waits: 2,
  },
];

test.for(COLD_CALLS)('$call', async ({ path, rounds, waits }) => {
  const { platform, clock } = await farAway(COLD_TOWN);
  const request = platform.request(DISTANCES);
  const { status, ms } = await askFrom(request, clock, path);
  expect(status).toBe(200);
  const read: string[][] = [];
  let begun_ms = Number.NEGATIVE_INFINITY;
  for (const { key, at_ms } of request.work.asked) {
    if (at_ms > begun_ms + DISTANCES.read_ms / 2) {
      read.push([]);
      begun_ms = at_ms;
    }
    read.at(-1)!.push(nameOfRead(key));
  }
  expect(read.map((round) => round.sort())).toEqual(rounds);
  expect(ms).toBeGreaterThanOrEqual(waits * DISTANCES.read_ms);
  expect(ms).toBeLessThan((waits + 0.9) * DISTANCES.read_ms);
});

test('where its data centre has all but the result, no bucket is read', async () => {
  const { platform, clock } = await farAway(COLD_TOWN);
  const [{ path }] = COLD_CALLS;
  const first = platform.request(DISTANCES);
  await askFrom(first, clock, path);
  await clock.time(() => first.finish());
  platform.emptyCache('results');
  const second = platform.request(DISTANCES);
  const { status, ms } = await askFrom(second, clock, path);
  expect([status, second.work.asked]).toEqual([200, []]);
  expect(second.work.reads).toBe(first.work.reads);
  expect(ms).toBeLessThan(DISTANCES.read_ms);
});

test('where its data centre has the isochrone, no roads are read', async () => {
  const { platform, clock } = await farAway(COLD_TOWN);
  const [{ path }] = COLD_CALLS;
  const first = platform.request(DISTANCES);
  await askFrom(first, clock, path);
  await clock.time(() => first.finish());
  platform.emptyCache('objects');
  const second = platform.request(DISTANCES);
  const { status } = await askFrom(second, clock, path.replace('livingcount', 'workingcount'));
  const read = second.work.asked.map(({ key }) => nameOfRead(key)).sort();
  expect([status, read]).toEqual([200, ['current', 'keys', 'manifest', 'working overview', 'working pack']]);
});
