import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { TIMEOUTS } from '../../src/limits.ts';
import { CallerKeys } from '../../src/request/caller-keys.ts';
import { ObjectStore } from '../../src/storage/object-store.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { randomEntries } from '../support/buckets/key-entries.ts';
import { casesPerSeed, LONG_TIMEOUT, tell } from './full-counts.ts';
import {
  basic,
  CALLER,
  callers,
  EAGER,
  polygon,
  putKeys,
  queryOf,
  REVOKED,
  Service,
  seed,
  town,
} from './service.ts';

beforeAll(seed);
afterEach(() => {
  vi.restoreAllMocks();
});

const PATH = '/api/v1/livingcount';
const zone = polygon(town.box([-60, -60], [63, 60]));

describe('the time that a check of credentials takes', () => {
  const CHECKS_PER_SAMPLE = 200;
  const attempts = {
    'wrong secret': { key: CALLER.key, secret: 'x'.repeat(43) },
    'unknown key': { key: 'pc_none', secret: 'x'.repeat(43) },
    'revoked key': { key: REVOKED.key, secret: 'x'.repeat(43) },
    'right secret of a revoked key': REVOKED,
    'long secret': { key: CALLER.key, secret: 'x'.repeat(20_000) },
  };
  type Attempt = keyof typeof attempts;

  test('does not tell a wrong secret from an unknown or a revoked key', LONG_TIMEOUT, async () => {
    await putKeys([...(await callers()), ...randomEntries(1_000)]);
    const keys = new CallerKeys();
    const source = new ObjectStore(env.KEYS, { ...TIMEOUTS, reads_ms: Number.POSITIVE_INFINITY });
    const names = Object.keys(attempts) as Attempt[];
    const times_ms = new Map<Attempt, number[]>(names.map((name) => [name, []]));
    const random = new Random(7);
    /** The runtime's clock advances at outside events alone. */
    const clock_ms = async (): Promise<number> => {
      await scheduler.wait(0);
      return performance.now();
    };
    const measure = async (name: Attempt): Promise<number> => {
      const { key, secret } = attempts[name];
      const start_ms = await clock_ms();
      for (let i = 0; i < CHECKS_PER_SAMPLE; i++) await keys.find(source, key, secret);
      return (await clock_ms()) - start_ms;
    };
    for (const name of names) await measure(name);
    const samples = casesPerSeed(2_000);
    for (let sample = 0; sample < samples; sample++) {
      // Other load affects all alike.
      for (const name of random.order(names, () => 1)) times_ms.get(name)!.push(await measure(name));
    }
    const p = (name: Attempt): number => sameDistribution(times_ms.get('wrong secret')!, times_ms.get(name)!);
    const median = (name: Attempt): number => {
      const sorted = times_ms.get(name)!.toSorted((a, b) => a - b);
      return sorted[sorted.length >> 1] / CHECKS_PER_SAMPLE;
    };
    tell(
      names
        .map(
          (name) =>
            `${name.padEnd(30)} median ${(median(name) * 1000).toFixed(2)} µs a check, p ${p(name).toPrecision(2)}`,
        )
        .join('\n'),
    );
    expect(p('unknown key')).toBeGreaterThan(1e-4);
    expect(p('revoked key')).toBeGreaterThan(1e-4);
    expect(p('long secret')).toBeLessThan(1e-4);
  });
});

/**
 * Two-sample Kolmogorov-Smirnov test (W. H. Press et al., "Numerical Recipes", 14.3).
 * @returns p, small where the samples differ
 */
function sameDistribution(a: readonly number[], b: readonly number[]): number {
  const first = a.toSorted((x, y) => x - y);
  const second = b.toSorted((x, y) => x - y);
  let i = 0;
  let j = 0;
  let widest = 0;
  while (i < first.length && j < second.length) {
    const value = Math.min(first[i], second[j]);
    while (i < first.length && first[i] <= value) i++;
    while (j < second.length && second[j] <= value) j++;
    widest = Math.max(widest, Math.abs(i / first.length - j / second.length));
  }
  const size = Math.sqrt((first.length * second.length) / (first.length + second.length));
  const lambda = (size + 0.12 + 0.11 / size) * widest;
  let p = 0;
  for (let k = 1; k <= 100; k++) p += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  return lambda < 0.2 ? 1 : Math.min(1, Math.max(0, p));
}

describe('without a key', () => {
  test('nobody learns whether a question was asked before', async () => {
    const service = new Service();
    const asked = await service.ask('livingcount', { zone });
    const known = await service.fetch(`${PATH}?${queryOf({ zone })}`);
    const unknown = await service.fetch(
      `${PATH}?${queryOf({ zone: polygon(town.box([-60, -60], [66, 60])) })}`,
    );
    const withTag = await service.fetch(`${PATH}?${queryOf({ zone })}`, {
      headers: { 'If-None-Match': asked.headers.get('ETag')! },
    });
    const answered = async (response: Response): Promise<unknown> => [
      response.status,
      await response.text(),
      [...response.headers].filter(([name]) => !['x-request-id', 'server-timing'].includes(name)),
    ];
    const first = await answered(known);
    expect(first).toEqual(await answered(unknown));
    expect(first).toEqual(await answered(withTag));
    expect((first as [number])[0]).toBe(401);
    for (const response of [known, unknown])
      expect(response.headers.get('Server-Timing')).not.toContain('cache');
  });

  test('the addresses of cached results and objects are no paths of the service', async () => {
    const addresses: string[] = [];
    const open = caches.open.bind(caches);
    vi.spyOn(caches, 'open').mockImplementation(async (name) => {
      const cache = await open(name);
      return {
        match: (key: string) => {
          addresses.push(key);
          return cache.match(key);
        },
        put: (key: string, response: Response) => cache.put(key, response),
      } as Cache;
    });
    const service = new Service();
    await service.ask('livingcount', { zone: polygon(town.box([-60, -60], [69, 60])) });
    const paths = addresses.map((address) => new URL(address).pathname);
    expect(new Set(paths.map((path) => path.split('/')[1]))).toEqual(new Set(['objects', 'results']));
    for (const path of paths) {
      for (const headers of [{}, { Authorization: basic(CALLER) }]) {
        const response = await service.fetch(path, { headers });
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.text()).not.toContain('livingcount":');
      }
    }
  });
});

test('no secret, no key and no exact position is in a log line, a cached result or an error', async () => {
  const written: string[] = [];
  for (const method of ['log', 'error', 'warn', 'info', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void written.push(words.join(' ')));
  }
  const open = caches.open.bind(caches);
  vi.spyOn(caches, 'open').mockImplementation(async (name) => {
    const cache = await open(name);
    return {
      match: (key: string) => cache.match(key),
      put: async (key: string, response: Response) => {
        written.push(key, ...[...response.headers].flat());
        await cache.put(key, response);
      },
    } as Cache;
  });
  const [lon, lat] = town.at([17, 23]);
  const walk = { lon, lat, travel: 'pedestrian', time: 71 };
  const ring = town.box([-61, -61], [61, 61]);
  const secrets = [CALLER, REVOKED, EAGER, { key: 'pc_stranger', secret: 'a stranger’s secret' }];
  const broken = { get: () => Promise.reject(new TypeError(`no route to ${lon}, ${lat}`)) };
  for (const bindings of [{}, { TILES: broken }, { KEYS: broken }, { CODE_VERSION: undefined }]) {
    for (const credentials of secrets) {
      const inQuery = { apikey: credentials.key, apisecret: credentials.secret };
      for (const question of [
        walk,
        { zone: polygon(ring) },
        { ...walk, lat: `${lat}x` },
        { zone: `${JSON.stringify(ring)}{` },
      ]) {
        const service = new Service(bindings);
        const responses = [
          await service.ask('workingcount', question, { Authorization: basic(credentials) }),
          await service.fetch(`${PATH}?${queryOf({ ...question, ...inQuery })}`),
          await service.fetch(`${PATH}/${encodeURIComponent(credentials.secret)}?${queryOf(inQuery)}`),
        ];
        for (const response of responses) if (!response.ok) written.push(await response.text());
      }
    }
  }
  const text = written.join('\n');
  expect(written.length).toBeGreaterThan(300);
  for (const credentials of secrets) {
    for (const found of [
      credentials.key,
      credentials.secret,
      encodeURIComponent(credentials.secret),
      basic(credentials).slice(6),
    ]) {
      expect(text).not.toContain(found);
    }
  }
  for (const degrees of [lon, lat, ...ring.flat(2)]) expect(text).not.toContain(String(degrees).slice(0, 6));
});
