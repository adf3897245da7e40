import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { basic, CALLER, EAGER, polygon, queryOf, REVOKED, Service, seed, town } from './service.ts';

beforeAll(seed);
afterEach(() => {
  vi.restoreAllMocks();
});

const PATH = '/api/v1/livingcount';
const zone = polygon(town.box([-60, -60], [63, 60]));

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
