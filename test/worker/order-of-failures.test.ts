import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { basic, CALLER, queryOf, Service, seed, town } from './service.ts';

beforeAll(seed);
afterEach(() => {
  vi.restoreAllMocks();
});

interface Call {
  path: string;
  query: string;
  method: string;
  headers: Record<string, string>;
  bindings: Record<string, unknown>;
}

const [lon, lat] = town.centre;
const goodCall = (): Call => ({
  path: '/api/v1/livingcount',
  query: queryOf({ lon, lat, travel: 'pedestrian', time: 65 }),
  method: 'GET',
  headers: { Authorization: basic(CALLER) },
  bindings: {},
});

const FAULTS: readonly (readonly [status: number, spoil: (call: Call) => void])[] = [
  [414, (call) => (call.query += `&pad=${'x'.repeat(16_385)}`)],
  [404, (call) => (call.path = '/api/v1/headcount')],
  [405, (call) => (call.method = 'POST')],
  [401, (call) => (call.headers = {})],
  [429, (call) => (call.bindings.CALLS_PER_KEY = { limit: async () => ({ success: false }) })],
  [400, (call) => (call.query += '&details=maybe')],
  [422, (call) => (call.query = call.query.replace('time=65', 'time=99999'))],
  [
    503,
    (call) => {
      call.bindings.TILES = { get: () => Promise.reject(new Error('down')) };
      vi.spyOn(caches, 'open').mockRejectedValue(new Error('down'));
    },
  ],
  [500, (call) => (call.bindings.CODE_VERSION = undefined)],
];

const send = ({ path, query, method, headers, bindings }: Call): Promise<Response> =>
  new Service(bindings).fetch(`${path}?${query}`, { method, headers });

test('a call without a fault is answered', async () => {
  expect((await send(goodCall())).status).toBe(200);
});

describe.for(FAULTS.map(([status], index) => [status, index] as const))('%i', ([status, index]) => {
  const [, spoil] = FAULTS[index];

  test.for(FAULTS.slice(index).map(([later]) => later))('beside %i', async (later) => {
    const call = goodCall();
    spoil(call);
    FAULTS.find(([other]) => other === later)![1](call);
    const response = await send(call);
    const body = await response.json<Record<string, unknown>>();
    expect([response.status, Object.keys(body), body.success]).toEqual([status, ['success', 'error'], false]);
    expect(body.error).toEqual(expect.stringMatching(/^.{20,}[.:]?$/));
    expect(response.headers.has('Retry-After')).toBe(status === 429 || status === 503);
    expect(response.headers.has('WWW-Authenticate')).toBe(status === 401);
    expect(response.headers.has('ETag')).toBe(false);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Allow')).toBe(status === 405 ? 'GET, HEAD, OPTIONS' : null);
  });

  test.skipIf(status === 405)('has no body where HEAD asks', async () => {
    const call = goodCall();
    spoil(call);
    const response = await send({ ...call, method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  test('has no body where OPTIONS asks, which needs no key', async () => {
    const call = goodCall();
    spoil(call);
    const response = await send({ ...call, method: 'OPTIONS' });
    const isAboutPath = status === 414 || status === 404;
    expect([response.status, await response.text()]).toEqual([isAboutPath ? status : 204, '']);
  });
});

test('304 has no body, whether GET or HEAD asks', async () => {
  for (const method of ['GET', 'HEAD']) {
    const call = goodCall();
    const response = await send({ ...call, method, headers: { ...call.headers, 'If-None-Match': '*' } });
    expect([response.status, await response.text(), response.headers.has('ETag')]).toEqual([304, '', true]);
  }
});

test('a zone that no region covers is a 422 while its tiles cannot be read', async () => {
  const call = goodCall();
  const get = (key: string): Promise<R2ObjectBody | null> =>
    key.endsWith('current') ? env.TILES.get(key) : Promise.reject(new Error('down'));
  call.bindings.TILES = { get };
  call.query = queryOf({ lon: 1, lat: 1, travel: 'pedestrian', time: 60 });
  expect((await send(call)).status).toBe(422);
});
