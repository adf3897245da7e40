import { expect, test } from 'vitest';
import { COLD_CALLS, COLD_TOWN, nameOfRead } from './cold-calls.ts';
import { askFrom, type FarPlatform, farAway } from './far-service.ts';

const DISTANCES = { read_ms: 1_000, keys_ms: 500, hit_ms: 5, miss_ms: 2, body_bytes_per_ms: 40_000 };

const townFarAway = (): Promise<FarPlatform> => farAway(COLD_TOWN);

test.for(COLD_CALLS)('$call', async ({ path, rounds, waits }) => {
  const { platform, clock } = await townFarAway();
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
  const { platform, clock } = await townFarAway();
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
  const { platform, clock } = await townFarAway();
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
