import { describe, expect, test } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { COLD_CALLS, COLD_TOWN, nameOfRead } from './cold-calls.ts';
import { askFrom, type FarPlatform, farAway } from './far-service.ts';

const DISTANCES = { read_ms: 1_000, keys_ms: 500, hit_ms: 5, miss_ms: 2, body_bytes_per_ms: 40_000 };

interface DistantCaches {
  open(name: string): Promise<{
    match(key: string): Promise<object | undefined>;
    put(key: string, response: Response): Promise<void>;
  }>;
}

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

describe('the platform', () => {
  test('has six connections for bucket, keys and cache together', async () => {
    const { platform, clock } = await townFarAway();
    const { bindings, caches } = platform.request(DISTANCES);
    const { TILES, KEYS } = bindings as Record<'TILES' | 'KEYS', { get: (key: string) => Promise<unknown> }>;
    const cache = await (caches as DistantCaches).open('any');
    const { ms } = await clock.time(() =>
      Promise.all([
        ...Array.from({ length: 5 }, () => TILES.get(CURRENT_KEY)),
        cache.match('https://count.test/none'),
        KEYS.get('keys/00'),
        TILES.get(CURRENT_KEY),
      ]),
    );
    // Cache at 2 ms, keys at 502, last read at 1,502.
    expect(ms).toBeGreaterThanOrEqual(1_502);
    expect(ms).toBeLessThan(1_700);
  });

  test.for<readonly [string, string, ResponseInit]>([
    ['a key that is no URL of HTTP', 'ftp://count.test/a', {}],
    ['a part of a response', 'https://count.test/a', { status: 206 }],
    ['Vary: *', 'https://count.test/a', { headers: { Vary: '*' } }],
  ])('its cache refuses %s', async ([, key, init]) => {
    const { platform } = await townFarAway();
    const cache = await (platform.request(DISTANCES).caches as DistantCaches).open('any');
    await expect(cache.put(key, new Response('x', init))).rejects.toThrow(TypeError);
  });

  test.for<readonly [string, Record<string, string>, boolean]>([
    ['without Cache-Control', {}, false],
    ['with no-store', { 'Cache-Control': 'no-store, max-age=60' }, false],
    ['with private', { 'Cache-Control': 'private, max-age=60' }, false],
    ['with a cookie', { 'Cache-Control': 'max-age=60', 'Set-Cookie': 'a=b' }, false],
    ['with leave', { 'Cache-Control': 'public, max-age=60' }, true],
  ])('its cache stores an answer %s, or does not', async ([, headers, isKept]) => {
    const { platform, clock } = await townFarAway();
    const cache = await (platform.request(DISTANCES).caches as DistantCaches).open('any');
    const { value } = await clock.time(async () => {
      await cache.put('https://count.test/a', new Response('x', { headers }));
      return cache.match('https://count.test/a');
    });
    expect(value !== undefined).toBe(isKept);
  });
});
