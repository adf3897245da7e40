import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { HEALTH_PATH } from '../../src/endpoints.ts';
import { CALLS_PER_KEY, CPU_LIMIT_MS, RATE_PERIOD_S } from '../../src/limits.ts';
import config from '../../wrangler.toml?raw';
import { basic, bodyOf, CALLER, polygon, queryOf, Service, seed, town } from './service.ts';
import { watchLog } from './watch-log.ts';

const service = new Service();
beforeAll(seed);

const query = queryOf({ zone: polygon(town.box([-60, -60], [60, 60])) });
const path = '/api/v1/livingcount';
const known = { Authorization: basic(CALLER) };

describe('every response', () => {
  test.for<readonly [number, string, RequestInit]>([
    [200, `${path}?${query}`, { headers: known }],
    [200, `${path}?${query}`, { method: 'HEAD', headers: known }],
    [204, path, { method: 'OPTIONS' }],
    [304, `${path}?${query}`, { headers: { ...known, 'If-None-Match': '*' } }],
    [400, path, { headers: known }],
    [401, path, {}],
    [404, '/nowhere', {}],
    [405, path, { method: 'POST' }],
    [414, `${path}?${'x'.repeat(16_385)}`, {}],
    [422, `${path}?lon=1&lat=1&travel=pedestrian&time=60`, { headers: known }],
  ])('%i', async ([status, url, init]) => {
    const response = await service.fetch(url, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Server-Timing')).toMatch(/(^|, )total;dur=\d/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const isRead = [200, 304, 422].includes(status);
    expect(response.headers.get('RateLimit-Policy')).toBe(
      url.startsWith(path) ? `"apikey";q=600;w=60${isRead ? ';population-count-calls=1' : ''}` : null,
    );
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('RateLimit-Policy');
    const hasBody = status !== 304 && status !== 204 && init.method !== 'HEAD';
    expect((await response.text()).length > 0).toBe(hasBody);
  });

  test('has an id of its own', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await service.fetch('/')).headers.get('X-Request-Id')),
    );
    expect(new Set(ids).size).toBe(3);
  });
});

test('HEAD is GET without a body', async () => {
  const get = await service.fetch(`${path}?${query}`, { headers: known });
  const head = await service.fetch(`${path}?${query}`, { method: 'HEAD', headers: known });
  expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'));
  expect((await service.fetch(path, { method: 'HEAD' })).status).toBe(401);
});

describe('OPTIONS', () => {
  test('answers a preflight without credentials', async () => {
    const response = await service.fetch(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://map.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS');
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('of an unknown path is 404 without a body', async () => {
    const response = await service.fetch('/nowhere', { method: 'OPTIONS' });
    expect([response.status, await response.text()]).toEqual([404, '']);
  });
});

test('an unknown page of the documentation leads to its first page', async () => {
  const response = await service.fetch('/docs/nope', { redirect: 'manual' });
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/docs']);
});

test('Server-Timing tells the phases', async () => {
  const [lon, lat] = town.centre;
  const response = await service.ask('livingcount', { lon, lat, travel: 'pedestrian', time: 77 });
  for (const phase of ['auth', 'current', 'cache', 'isochrone', 'coverage', 'count', 'total']) {
    expect(response.headers.get('Server-Timing')).toContain(`${phase};dur=`);
  }
});

describe('the log', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('has one line a request', async () => {
    const log = watchLog();
    const [lon, lat] = town.at([1, 1]);
    const parameters = {
      lon,
      lat,
      travel: 'pedestrian',
      time: 63,
      apikey: CALLER.key,
      apisecret: CALLER.secret,
    };
    const response = await service.fetch(`${path}?${queryOf(parameters)}`);
    const lines = log.map(({ text }) => text);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0])).toMatchObject({
      id: response.headers.get('X-Request-Id'),
      caller: 'tests',
      endpoint: 'livingcount',
      option: 'isochrone',
      method: 'GET',
      status: 200,
      cache: 'miss',
      failure: null,
      tiles: expect.any(Number),
      bytes: expect.any(Number),
    });
  });

  test('says why a request failed inside, in the caller’s answer there is only the id', async () => {
    const log = watchLog();
    const broken = new Service({ CODE_VERSION: undefined });
    const response = await broken.fetch(`${path}?${query}`, { headers: known });
    const line = JSON.parse(log[0].text);
    expect(line).toMatchObject({ status: 500, failure: 'defect', id: response.headers.get('X-Request-Id') });
    expect(line.notes[0]).toContain('TypeError');
    const { error } = await bodyOf(response);
    expect(error).toContain(response.headers.get('X-Request-Id'));
    expect(error).not.toMatch(/undefined|TypeError|CODE_VERSION| at /);
  });

  const failing = { limit: () => Promise.reject(new Error('down')) };
  const down = { get: () => Promise.reject(new Error('down')) };
  test.each<[what: string, bindings: object, headers: HeadersInit, status: number, level: string]>([
    ['is answered', {}, known, 200, 'info'],
    ['is refused', {}, {}, 401, 'info'],
    ['is answered although something fails inside', { CALLS_PER_KEY: failing }, known, 200, 'warn'],
    ['meets a defect', { CODE_VERSION: undefined }, known, 500, 'error'],
  ])('a call that %s has the level of that', async (_, bindings, headers, status, level) => {
    const log = watchLog();
    const response = await new Service(bindings).fetch(`${path}?${query}`, { headers });
    expect(response.status).toBe(status);
    expect(log.map((line) => line.level)).toEqual([level]);
    expect(JSON.parse(log[0].text)).toMatchObject({ level, status });
  });

  test('a call that meets no storage is an error', async () => {
    const log = watchLog();
    const { status } = await new Service({ TILES: down }).fetch(HEALTH_PATH);
    expect([status, ...log.map(({ level }) => level)]).toEqual([503, 'error']);
  });
});

test('wrangler.toml keeps the platform from logging URLs, and has the limits that the code names', () => {
  expect(config).toMatch(/\[observability\.logs\][^[]*invocation_logs = false/);
  expect(config).toMatch(
    new RegExp(`name = "CALLS_PER_KEY"[^[]*limit = ${CALLS_PER_KEY}, period = ${RATE_PERIOD_S} `),
  );
  expect(config.replaceAll('_', '')).toContain(`cpums = ${CPU_LIMIT_MS}\n`);
});
