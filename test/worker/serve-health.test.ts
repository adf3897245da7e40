import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { TIMEOUTS } from '../../src/limits.ts';
import { keyPartName, partOfKey } from '../../src/request/key-document.ts';
import { BUILT_AT, currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { putClockAhead } from './clock-ahead.ts';
import { damage, flip, gone, keysOf } from './damage.ts';
import { bodyOf, CALLER, inOrder, Service, seed, town, towns } from './service.ts';
import { watchedBucket } from './watched-bucket.ts';

beforeAll(seed);

const age_days = Math.floor((Date.now() - Date.parse(BUILT_AT)) / 86_400_000);
const flipped = flip(-20);

describe('/healthz', () => {
  let clock: { ahead_ms: number };
  beforeEach(() => {
    clock = putClockAhead();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await seed();
  });

  const ask = (service = new Service(), method = 'GET'): Promise<Response> =>
    service.fetch('/healthz', { method });

  test('tells anybody the code, the datasets and how old they are', async () => {
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        success: true,
        error: '',
        version: env.CODE_VERSION.id,
        datasets: inOrder(towns).map(({ manifest: { region, version } }) => ({
          region,
          version,
          built_at: BUILT_AT,
          age_days,
        })),
        storage: 'reachable',
      },
    ]);
  });

  test('answers HEAD, and no other method', async () => {
    const service = new Service();
    expect([(await ask(service, 'HEAD')).status, (await ask(service, 'POST')).status]).toEqual([200, 405]);
  });

  const cases = [
    [CURRENT_KEY, gone, 'current missing'],
    [CURRENT_KEY, flipped, 'current missing or damaged'],
    [manifestKey(town.manifest.version), gone, 'region town: manifest missing or damaged'],
    [manifestKey(town.manifest.version), flipped, 'region town: manifest missing or damaged'],
    ...(['living', 'working'] as const).flatMap((set) => [
      ...keysOf(set, 'overview').map((key) => [key, gone, `region town: ${set} overview missing`] as const),
      ...keysOf(set, 'pack').map((key) => [key, gone, `region town: ${set} pack missing`] as const),
      ...keysOf(set, 'pack').map((key) => [key, flipped, `region town: ${set} count missing`] as const),
    ]),
  ] as const;

  test.for(cases)(
    '%s lost or damaged is a 503 that says so, and within a minute of its return a 200',
    async ([key, change, missing]) => {
      await damage(key, change);
      const service = new Service();
      const response = await ask(service);
      const { success, error } = await bodyOf(response);
      expect([response.status, success]).toEqual([503, false]);
      expect(error).toContain(missing);
      expect(error).not.toMatch(/[0-9a-f]{13}/);
      expect(response.headers.get('Retry-After')).toBe('60');
      await seed();
      clock.ahead_ms += 60_000;
      expect((await ask(service)).status).toBe(200);
    },
  );

  test('is a 503 where no dataset is live, as while the first one is uploaded', async () => {
    await env.TILES.put(CURRENT_KEY, await currentInMemory([]));
    const response = await ask();
    expect([response.status, (await bodyOf(response)).error]).toEqual([
      503,
      'Calls cannot be answered, or not all: no dataset is live.',
    ]);
  });

  test('is a 503 where the keys are damaged', async () => {
    await env.KEYS.put(keyPartName(partOfKey(CALLER.key)), 'keys');
    const response = await ask();
    expect([response.status, (await bodyOf(response)).error]).toEqual([
      503,
      expect.stringContaining('keys damaged'),
    ]);
  });

  test('sees within a minute what is lost while the Worker runs', async () => {
    const service = new Service();
    expect((await ask(service)).status).toBe(200);
    await damage(keysOf('living', 'pack')[0], flipped);
    clock.ahead_ms += 60_000;
    expect((await ask(service)).status).toBe(503);
  });

  test('reads no more than once a minute, however many ask at once', async () => {
    const { TILES, read } = watchedBucket();
    const service = new Service({ TILES });
    const first = await Promise.all(Array.from({ length: 50 }, () => ask(service)));
    const readOnce = read.length;
    expect(new Set(read).size).toBe(readOnce);
    expect(readOnce).toBeLessThanOrEqual(1 + 5 * towns.length);
    expect(first.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(503)]);
    clock.ahead_ms += 40_000;
    for (let call = 0; call < 50; call++) expect((await ask(service)).status).toBe(200);
    expect(read.length).toBe(readOnce);
    clock.ahead_ms += 21_000;
    expect((await ask(service)).status).toBe(200);
    expect(read.length).toBe(2 * readOnce);
  });

  test('checks again where a check was given up with its request', async () => {
    let isHanging = true;
    const get = (key: string): Promise<R2ObjectBody | null> =>
      isHanging ? new Promise(() => {}) : env.TILES.get(key);
    const service = new Service({ TILES: { get } });
    const abandoned = ask(service);
    isHanging = false;
    clock.ahead_ms += TIMEOUTS.reads_ms;
    expect((await ask(service)).status).toBe(200);
    await abandoned;
  });
});
