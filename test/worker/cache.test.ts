import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { CURRENT_FAILED_MS, DOCUMENT_TTL_S, KEYS_FRESH_MS, RESULT_TTL_S } from '../../src/limits.ts';
import { keyPartName, partOfKey } from '../../src/request/key-document.ts';
import { keyEntry } from '../support/buckets/key-entries.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { putClockAhead } from './clock-ahead.ts';
import {
  basic,
  bodyOf,
  CALLER,
  EAGER,
  emptyCache,
  polygon,
  publish,
  putKeys,
  queryOf,
  Service,
  seed,
  town,
  towns,
  zoneText,
} from './service.ts';
import { watchedBucket } from './watched-bucket.ts';

let service = new Service();
beforeAll(seed);

const isHit = (response: Response): boolean =>
  response.headers.get('Cache-Status') === 'PopulationCount; hit';
const [lon, lat] = town.centre;

/** Zones that no other test asks for. */
let shift_m = 0;
let ring: readonly (readonly [number, number])[] = [];
beforeEach(() => {
  shift_m += 3;
  ring = town.box([-60 - shift_m, -60], [60, 60])[0];
  service = new Service();
});

test('another spelling of a question gets the same entry, credentials as parameters included', async () => {
  const walk = { lon, lat, travel: 'pedestrian', time: 200 + shift_m };
  const zone = polygon([ring]);
  const turned = [...ring.slice(2), ...ring.slice(1, 3)].toReversed().map((position) => [...position, 7]);
  const feature = { type: 'Feature', properties: {}, geometry: polygon([turned]) };
  const inQuery = { apikey: CALLER.key, apisecret: CALLER.secret };
  for (const [plain, spelled] of [
    [
      walk,
      { ...inQuery, utm_source: 'x', time: `${walk.time}.0`, travel: 'pedestrian', lat, lon: `+${lon}` },
    ],
    [{ zone }, { ...inQuery, details: 'false', zone: JSON.stringify(feature, null, 1) }],
  ]) {
    const first = await service.ask('livingcount', plain);
    const second = await service.fetch(`/api/v1/livingcount?${queryOf(spelled)}`);
    expect([first.status, isHit(first), isHit(second)]).toEqual([200, false, true]);
    expect(await second.text()).toBe(await first.text());
  }
});

test('the endpoints have entries of their own, and share the isochrone', async () => {
  const walk = { lon, lat, travel: 'pedestrian', time: 200 + shift_m };
  const living = await service.ask('livingcount', walk);
  expect(living.headers.get('Cache-Status')).toBe('PopulationCount; fwd=uri-miss');
  const working = await service.ask('workingcount', walk);
  expect(working.headers.get('Cache-Status')).toBe('PopulationCount; fwd=uri-miss; detail=isochrone-hit');
  expect((await bodyOf(working)).isochrone).toEqual((await bodyOf(living)).isochrone);
});

test('no caller can tell what another has asked: not by the cache, nor by phases, nor by a tag', async () => {
  const zone = polygon([ring]);
  const walk = { lon, lat, travel: 'pedestrian', time: 400 + shift_m };
  for (const question of [{ zone }, walk]) {
    const etag = (await service.ask('workingcount', question)).headers.get('ETag')!;
    const headers = { Authorization: basic(EAGER) };
    const askAsOther = (more = {}): Promise<Response> =>
      service.fetch(`/api/v1/workingcount?${queryOf(question)}`, { headers: { ...headers, ...more } });
    const first = await askAsOther();
    expect(first.headers.get('Cache-Status')).toBe('PopulationCount; fwd=uri-miss');
    expect(first.headers.get('Age')).toBeNull();
    expect(first.headers.get('Server-Timing')).toContain('count;dur=');
    expect(isHit(await askAsOther())).toBe(true);
    // A tag follows from the answer, which each caller gets alike.
    expect(first.headers.get('ETag')).toBe(etag);
  }
});

test('a caller who guesses a tag gets 304 by the answer alone, whether somebody else has asked or not', async () => {
  const zone = polygon([ring]);
  const { headers } = await new Service(emptyCache()).ask('livingcount', { zone });
  const known = { Authorization: basic(EAGER), 'If-None-Match': headers.get('ETag')! };
  const path = `/api/v1/livingcount?${queryOf({ zone })}`;
  const alone = await new Service(emptyCache()).fetch(path, { headers: known });
  await service.ask('livingcount', { zone });
  const after = await service.fetch(path, { headers: known });
  const shown = ({ status, headers }: Response) => [status, headers.get('Cache-Status'), headers.get('Age')];
  expect(shown(alone)).toEqual([304, 'PopulationCount; fwd=uri-miss', null]);
  expect(shown(after)).toEqual(shown(alone));
});

test('an entry outlives the isolate, is not read without a key, and tells its age', async () => {
  const zone = polygon([ring]);
  await service.ask('livingcount', { zone });
  const elsewhere = new Service();
  expect((await elsewhere.fetch(`/api/v1/livingcount?${queryOf({ zone })}`)).status).toBe(401);
  const hit = await elsewhere.ask('livingcount', { zone });
  expect(isHit(hit)).toBe(true);
  expect(hit.headers.get('Age')).toMatch(/^\d+$/);
});

test('a sealed entry expires, even where the Workers cache still has it', async () => {
  const zone = polygon([ring]);
  await service.ask('livingcount', { zone });
  const clock = putClockAhead(RESULT_TTL_S * 1_000 - 10_000);
  expect(isHit(await new Service().ask('livingcount', { zone }))).toBe(true);
  clock.ahead_ms += 20_000;
  expect(isHit(await new Service().ask('livingcount', { zone }))).toBe(false);
  vi.restoreAllMocks();
});

test('a repeated call reads nothing, in another isolate neither; after half a minute the pointer and the keys', async () => {
  const { TILES, read } = watchedBucket();
  const KEYS = {
    get: (name: string) => {
      read.push(name);
      return env.KEYS.get(name);
    },
  };
  const bindings = { TILES, KEYS, ...emptyCache() };
  const isolate = new Service(bindings);
  const walk = { lon, lat, travel: 'pedestrian', time: 300 + shift_m };
  await isolate.ask('workingcount', walk);
  expect(read.length).toBeGreaterThan(4);
  read.length = 0;
  for (let call = 0; call < 3; call++) expect(isHit(await isolate.ask('workingcount', walk))).toBe(true);
  expect(read).toEqual([]);
  const elsewhere = new Service(bindings);
  expect(isHit(await elsewhere.ask('workingcount', walk))).toBe(true);
  expect(read).toEqual([]);
  const later = Date.now() + DOCUMENT_TTL_S * 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  expect(isHit(await new Service(bindings).ask('workingcount', walk))).toBe(true);
  expect(read.sort()).toEqual([CURRENT_KEY, keyPartName(partOfKey(CALLER.key))]);
  vi.restoreAllMocks();
});

test('an isolate that has answered from a place reads nothing more for the next call there', async () => {
  const { TILES, read } = watchedBucket();
  const isolate = new Service({ TILES, ...emptyCache() });
  for (const [travel, time] of [
    ['pedestrian', 300],
    ['motorized', 600],
    ['motorized', 1_800],
  ] as const) {
    const ask = (seconds: number) => isolate.ask('livingcount', { lon, lat, travel, time: seconds });
    expect((await ask(time)).status).toBe(200);
    read.length = 0;
    expect((await ask(time - 1)).status).toBe(200);
    expect([travel, time, read]).toEqual([travel, time, []]);
  }
});

test('failures are not stored', async () => {
  const zone = zoneText(`[0,0],[1,0],[1,${0.5 + shift_m / 1000}],[0,0]`);
  for (let call = 0; call < 2; call++) {
    const response = await service.ask('livingcount', { zone });
    expect([response.status, response.headers.get('Cache-Status')]).toEqual([422, null]);
  }
});

test('a new version answers anew, wholly from itself; other regions keep their entries', async () => {
  const zone = polygon([ring]);
  const other = { zone: polygon(towns[3].box([-60, -60], [60, 60])) };
  await service.ask('livingcount', { zone });
  await service.ask('livingcount', other);
  const next = streetTown({ region: 'town', near: [10, 52], version: 'town-00000000000000ff', factor: 100 });
  await publish([next, ...towns.slice(1)]);
  const clock = putClockAhead(DOCUMENT_TTL_S * 1_000);
  const fresh = new Service();
  const response = await fresh.ask('livingcount', { zone, details: true });
  expect(await bodyOf(response)).toMatchObject({
    livingcount: 100,
    details: { datasets: [{ version: next.manifest.version }] },
  });
  const answer = await fresh.ask('livingcount', { zone });
  expect([isHit(answer), (await bodyOf(answer)).livingcount]).toEqual([false, 100]);
  expect(isHit(await fresh.ask('livingcount', other))).toBe(true);
  await publish(towns);
  clock.ahead_ms *= 2;
  const back = await new Service().ask('livingcount', { zone });
  expect([isHit(back), (await bodyOf(back)).livingcount]).toEqual([true, 1]);
  vi.restoreAllMocks();
});

test('new code answers anew', async () => {
  const zone = polygon([ring]);
  const ask = (codeVersion: string): Promise<Response> =>
    new Service(emptyCache(codeVersion)).ask('livingcount', { zone });
  expect([isHit(await ask('one')), isHit(await ask('one')), isHit(await ask('two'))]).toEqual([
    false,
    true,
    false,
  ]);
});

test('an ETag is the same for the same answer, and If-None-Match gets 304 without a body', async () => {
  const zone = polygon([ring]);
  const first = await service.ask('livingcount', { zone });
  const etag = first.headers.get('ETag')!;
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await service.ask('livingcount', { zone }, { 'If-None-Match': known });
    expect([response.status, await response.text(), response.headers.get('ETag')]).toEqual([304, '', etag]);
    expect(response.headers.get('X-Request-Id')).toBeTruthy();
  }
  const changed = await service.ask('livingcount', { zone }, { 'If-None-Match': '"other"' });
  expect([changed.status, changed.headers.get('ETag')]).toEqual([200, etag]);
});

describe('answers in the memory of an isolate, the cache behind it empty', () => {
  let clock: { ahead_ms: number };
  beforeEach(() => {
    clock = putClockAhead();
    vi.spyOn(caches, 'open').mockResolvedValue({
      match: async () => undefined,
      put: async () => {},
    } as unknown as Cache);
    service = new Service();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('serve a repeated call, with 304 and their age, for as long as the cache would', async () => {
    const zone = polygon([ring]);
    const first = await service.ask('livingcount', { zone });
    clock.ahead_ms = 7_000;
    const second = await service.ask('livingcount', { zone });
    expect([isHit(first), isHit(second), second.headers.get('Age')]).toEqual([false, true, '7']);
    expect(await second.text()).toBe(await first.text());
    const known = await service.ask('livingcount', { zone }, { 'If-None-Match': first.headers.get('ETag')! });
    expect([known.status, isHit(known), await known.text()]).toEqual([304, true, '']);
    expect(isHit(await new Service().ask('livingcount', { zone }))).toBe(false);
    clock.ahead_ms = RESULT_TTL_S * 1000;
    expect(isHit(await service.ask('livingcount', { zone }))).toBe(false);
  });

  test('are closed to a key that was revoked', async () => {
    const zone = polygon([ring]);
    await service.ask('livingcount', { zone });
    expect(isHit(await service.ask('livingcount', { zone }))).toBe(true);
    const entry = await keyEntry(CALLER.key, 'tests', [CALLER.secret]);
    await putKeys([{ ...entry, revoked_at: '2026-02-01T00:00:00.000Z' }]);
    clock.ahead_ms = KEYS_FRESH_MS;
    const refused = await service.ask('livingcount', { zone });
    expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining('livingcount')]);
    await seed();
    clock.ahead_ms = 2 * KEYS_FRESH_MS;
    expect(isHit(await service.ask('livingcount', { zone }))).toBe(true);
  });

  test('are never failures', async () => {
    let isBroken = true;
    const TILES = {
      get: (key: string) => (isBroken ? Promise.reject(new TypeError('no route')) : env.TILES.get(key)),
    };
    const isolate = new Service({ TILES });
    const walk = { lon, lat, travel: 'pedestrian', time: 900 + shift_m };
    const statuses: unknown[] = [];
    for (const broken of [true, false, true]) {
      isBroken = broken;
      const response = await isolate.ask('livingcount', walk);
      statuses.push([response.status, isHit(response)]);
      if (response.status === 503) await new Promise((done) => setTimeout(done, CURRENT_FAILED_MS + 50));
    }
    expect(statuses).toEqual([
      [503, false],
      [200, false],
      [200, true],
    ]);
  });
});
