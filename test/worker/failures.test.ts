import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checksum } from '../../src/format/envelope.ts';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { ROAD_MODEL } from '../../src/format/road-model.ts';
import { KEY_PARTS, keyPartName, partOfKey } from '../../src/request/key-document.ts';
import { setNameOf } from '../support/datasets/count-dataset.ts';
import { UPLOAD } from '../support/datasets/stored-tile-sets.ts';
import { basic, bodyOf, CALLER, EAGER, polygon, publish, queryOf, Service, seed, town } from './service.ts';

beforeAll(seed);

const zone = polygon(town.box([-60, -60], [60, 60]));
const good = queryOf({ zone });
const unserved = queryOf({
  zone: polygon([
    [
      [0, 0],
      [1, 0],
      [1, 0.5],
      [0, 0],
    ],
  ]),
});
const long = 'x'.repeat(16_385);
const path = '/api/v1/livingcount';
const known = { Authorization: basic(CALLER) };

describe('the first that applies is given', () => {
  const service = new Service();
  test.for<readonly [number, string, string, RequestInit]>([
    [414, 'over 404', `/nowhere?${long}`, {}],
    [414, 'over 405', `${path}?${long}`, { method: 'POST' }],
    [414, 'over 401', `${path}?${long}`, {}],
    [404, 'over 405', '/api/v1/headcount', { method: 'DELETE' }],
    [404, 'over 401', '/api/v1/', {}],
    [404, 'a path with a slash too many', `${path}/?${good}`, { headers: known }],
    [404, 'the root', '/', {}],
    [405, 'over 401', path, { method: 'POST', body: '{}' }],
    [405, 'PUT', `${path}?${good}`, { method: 'PUT', headers: known }],
    [405, 'DELETE', `${path}?${good}`, { method: 'DELETE', headers: known }],
    [405, 'PATCH', `${path}?${good}`, { method: 'PATCH', headers: known }],
    [401, 'over 400', `${path}?zone=`, {}],
    [400, 'over 422', `${path}?${unserved}&details=maybe`, { headers: known }],
    [422, 'over 503', `${path}?lon=1&lat=1&travel=pedestrian&time=9999`, { headers: known }],
  ])('%i %s', async ([status, , url, init]) => {
    const response = await service.fetch(url, init);
    const body = await bodyOf(response);
    expect(response.status).toBe(status);
    expect(Object.keys(body)).toEqual(['success', 'error']);
    expect([body.success, typeof body.error]).toEqual([false, 'string']);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Allow')).toBe(status === 405 ? 'GET, HEAD, OPTIONS' : null);
  });

  test('429 over 400', async () => {
    const headers = { Authorization: basic(EAGER) };
    let status = 400;
    for (let call = 0; call < 1_300 && status === 400; call++) {
      ({ status } = await service.fetch(path, { headers }));
    }
    expect(status).toBe(429);
  });

  test('405 over 503, 401 over 503 and 400 over 503 without a dataset', async () => {
    await env.TILES.delete(CURRENT_KEY);
    const empty = new Service();
    expect((await empty.fetch(path, { method: 'POST' })).status).toBe(405);
    expect((await empty.fetch(`${path}?${good}`)).status).toBe(401);
    expect((await empty.fetch(path, { headers: known })).status).toBe(400);
    await seed();
  });
});

describe('503 with Retry-After, never a wrong count', () => {
  beforeEach(seed);
  afterAll(seed);

  const { version } = town.manifest;
  const keyOf = (set: string, kind: string): string =>
    [...town.objects.keys()].find((key) => key.includes(`/${set}/${setNameOf(version)}/${UPLOAD}/${kind}-`))!;
  const damage = async (key: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> => {
    const object = await env.TILES.get(key);
    await env.TILES.put(key, change(new Uint8Array(await object!.arrayBuffer())));
  };
  const jsonOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const flip = (bytes: Uint8Array): Uint8Array => {
    bytes[bytes.length - 20] ^= 4;
    return bytes;
  };
  const replaceText = (bytes: Uint8Array, text: string, other: string): Uint8Array => {
    const before = new TextDecoder().decode(bytes);
    expect(before).toContain(text);
    return new TextEncoder().encode(before.replace(text, other));
  };
  const keysOfCaller = keyPartName(partOfKey(CALLER.key));
  const replaceKeys = async (change: (text: string) => string): Promise<void> => {
    const text = await (await env.KEYS.get(keysOfCaller))!.text();
    expect(change(text)).not.toBe(text);
    await env.KEYS.put(keysOfCaller, change(text));
  };
  const [lon, lat] = town.centre;
  const walk = queryOf({ lon, lat, travel: 'pedestrian', time: 61 });

  test.for<readonly [string, string, () => Promise<unknown>]>([
    ['no dataset was published', good, () => env.TILES.delete(CURRENT_KEY)],
    ['the pointer is something else', good, () => env.TILES.put(CURRENT_KEY, '{"format":')],
    [
      'the pointer is of another format',
      good,
      () =>
        damage(CURRENT_KEY, (bytes) => {
          const header = new DataView(bytes.buffer);
          header.setUint16(4, 99, true);
          header.setUint32(32, checksum(bytes.subarray(0, 32)), true);
          return bytes;
        }),
    ],
    ['the pointer has a flipped bit', good, () => damage(CURRENT_KEY, flip)],
    [
      'the manifest has a flipped bit',
      good,
      () =>
        damage(manifestKey(version, UPLOAD), (bytes) =>
          replaceText(bytes, '"simulated":true', '"simulated":null'),
        ),
    ],
    [
      'the manifest was exchanged for a valid one',
      good,
      () => damage(manifestKey(version, UPLOAD), (bytes) => replaceText(bytes, '"refuse"', '"answer"')),
    ],
    [
      'the manifest is of another road model',
      good,
      () => {
        const manifest = { ...town.manifest, road_model: { ...ROAD_MODEL, walking_speed_km_h: 4 } as never };
        const key = manifestKey(version, UPLOAD);
        return publish([{ ...town, manifest, objects: new Map([...town.objects, [key, jsonOf(manifest)]]) }]);
      },
    ],
    ['the pointer points nowhere', good, () => env.TILES.delete(manifestKey(version, UPLOAD))],
    ['an overview is missing', good, () => env.TILES.delete(keyOf('living', 'overview'))],
    ['a pack is missing', good, () => env.TILES.delete(keyOf('living', 'pack'))],
    ['a pack is truncated', good, () => damage(keyOf('living', 'pack'), (bytes) => bytes.subarray(0, -8))],
    ['a pack has a flipped bit', good, () => damage(keyOf('living', 'pack'), flip)],
    ['an overview has a flipped bit', good, () => damage(keyOf('living', 'overview'), flip)],
    ['a road pack is missing', walk, () => env.TILES.delete(keyOf('pedestrian', 'pack'))],
    ['a road pack has a flipped bit', walk, () => damage(keyOf('pedestrian', 'pack'), flip)],
    ["the caller's part of the keys is missing", good, () => env.KEYS.delete(keysOfCaller)],
    ["the caller's part of the keys is no JSON", good, () => env.KEYS.put(keysOfCaller, 'keys')],
    ["the caller's part of the keys is no object", good, () => env.KEYS.put(keysOfCaller, 'null')],
    [
      "the caller's part of the keys is another document",
      good,
      () => env.KEYS.put(keysOfCaller, '{"format":2}'),
    ],
    [
      "the caller's part of the keys has a flipped bit",
      good,
      () => replaceKeys((text) => text.replace('"name":"tests"', '"name":"teats"')),
    ],
    ["the caller's part of the keys is truncated", good, () => replaceKeys((text) => text.slice(0, -1))],
    [
      "the caller's part of the keys was exchanged for another part",
      good,
      async () => {
        const other = await env.KEYS.get(keyPartName((partOfKey(CALLER.key) + 1) % KEY_PARTS));
        await env.KEYS.put(keysOfCaller, await other!.text());
      },
    ],
  ])('%s', async ([, query, breakStorage], { task }) => {
    await breakStorage();
    // An empty cache.
    const isolate = (): Service => new Service({ CODE_VERSION: { id: task.id, tag: '', timestamp: '' } });
    const url = `${path}?${query}`;
    const response = await isolate().fetch(url, { headers: known });
    const body = await bodyOf(response);
    expect([response.status, Object.keys(body), body.success]).toEqual([503, ['success', 'error'], false]);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(body.error).not.toMatch(/format-|datasets|pack|tile|keys/);

    await seed();
    const repaired = await isolate().fetch(url, { headers: known });
    expect([repaired.status, (await bodyOf(repaired)).livingcount]).toEqual([200, 1]);
  });
});

test('500 tells the request id and nothing about the inside', async () => {
  const response = await new Service({ CODE_VERSION: undefined }).fetch(`${path}?${good}`, {
    headers: known,
  });
  const body = await bodyOf(response);
  expect([response.status, body.success]).toEqual([500, false]);
  expect(body.error).toContain(response.headers.get('X-Request-Id'));
  expect(body.error).not.toMatch(/undefined|TypeError|CODE_VERSION| at /);
});
