/** Recovery within a minute after a repair. */

import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setsOf } from '../../src/format/current.ts';
import { checksum, DamagedTile } from '../../src/format/envelope.ts';
import { type MaskArrays, writeMaskTile } from '../../src/format/mask-tile.ts';
import { nameObject } from '../../src/format/name-object.ts';
import { CURRENT_KEY, manifestKey, masksName, tileSetPrefix } from '../../src/format/object-keys.ts';
import { writePack } from '../../src/format/pack.ts';
import { ROAD_MODEL } from '../../src/format/road-model.ts';
import type { TileSet } from '../../src/format/tile-sets.ts';
import { TIMEOUTS } from '../../src/limits.ts';
import { keyPartName, partOfKey } from '../../src/request/key-document.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { ObjectStore } from '../../src/storage/object-store.ts';
import { setNameOf } from '../support/datasets/count-dataset.ts';
import { putClockAhead } from './clock-ahead.ts';
import { type Damage, damage, flip, gone, keysOf } from './damage.ts';
import {
  bodyOf,
  CALLER,
  emptyCache,
  polygon,
  publish,
  SERVICE,
  Service,
  seed,
  town,
  towns,
} from './service.ts';

beforeAll(seed);
beforeEach(() => {
  clock = putClockAhead();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await seed();
});

let clock: { ahead_ms: number };

const { version } = town.manifest;
const sets = setsOf(town.manifest);
const zone = { zone: polygon(town.box([-60, -60], [60, 60])) };
const [lon, lat] = town.centre;
const walk = { lon, lat, travel: 'pedestrian', time: 61 };

const cellOf = (key: string): string => /[0-9a-f]+$/.exec(key)![0];

const emptied = (set: TileSet, key: string) => (): Uint8Array => {
  const pack = writePack(set, cellOf(key), new Map());
  nameObject(pack, setNameOf(version));
  return pack;
};

type Case = readonly [what: string, key: string, question: object, damage: Damage];

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const replaced =
  (text: string, other: string): Damage =>
  (bytes) => {
    const before = new TextDecoder().decode(bytes);
    expect(before).toContain(text);
    return bytesOf(before.replace(text, other));
  };
const ofFormat99: Damage = (bytes) => {
  const header = new DataView(bytes.buffer);
  header.setUint16(4, 99, true);
  header.setUint32(32, checksum(bytes.subarray(0, 32)), true);
  return bytes;
};
const callersKeys = keyPartName(partOfKey(CALLER.key));

const packs = { living: keysOf('living', 'pack')[0], pedestrian: keysOf('pedestrian', 'pack')[0] };
const overview = keysOf('living', 'overview')[0];
const cases: readonly Case[] = [
  ['the pointer', CURRENT_KEY, zone, flip(30)],
  ['the pointer, missing', CURRENT_KEY, zone, gone],
  ['the pointer, something else', CURRENT_KEY, zone, () => bytesOf('{"format":')],
  ['the pointer, of another format', CURRENT_KEY, zone, ofFormat99],
  ['the manifest', manifestKey(version), zone, flip(30)],
  ['the manifest, valid but another', manifestKey(version), zone, replaced('"refuse"', '"answer"')],
  ['the manifest, missing', manifestKey(version), zone, gone],
  ['an overview', overview, zone, flip(-20)],
  ['an overview, missing', overview, zone, gone],
  ['a pack, missing', packs.living, zone, gone],
  ['a pack’s header', packs.living, zone, flip(3)],
  ['a tile inside a pack', packs.living, zone, flip(-20)],
  ['a pack without the tile that is listed', packs.living, zone, emptied('living', packs.living)],
  ['a road pack, missing', packs.pedestrian, walk, gone],
  ['a road pack’s header', packs.pedestrian, walk, flip(3)],
  ['a road tile inside a pack', packs.pedestrian, walk, flip(-20)],
  [
    'a road pack without the tile that is listed',
    packs.pedestrian,
    walk,
    emptied('pedestrian', packs.pedestrian),
  ],
  ['the keys of the caller, something else', callersKeys, zone, () => bytesOf('null')],
  ['the keys of the caller, another document', callersKeys, zone, () => bytesOf('{"format":2}')],
  [
    'the keys of the caller, a letter changed',
    callersKeys,
    zone,
    replaced('"name":"tests"', '"name":"teats"'),
  ],
  ['the keys of the caller, cut off', callersKeys, zone, (bytes) => bytes.subarray(0, -1)],
  ...keysOf('pedestrian', 'separators').flatMap((key, level): Case[] => [
    [`separators ${level}`, key, walk, flip(-20)],
    [`separators ${level}, missing`, key, walk, gone],
  ]),
];

test.for(cases)('%s, from the start', async ([, key, question, change]) => {
  await damage(key, change, key.startsWith('keys') ? env.KEYS : env.TILES);
  const service = new Service(emptyCache());
  const ask = async (): Promise<Response> => service.ask('livingcount', { ...question });
  for (let call = 0; call < 2; call++) {
    const response = await ask();
    const { error } = await bodyOf(response);
    expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([503, true]);
    expect(error).not.toMatch(/format-|datasets|pack|tile|keys/);
  }
  await seed();
  clock.ahead_ms = 59_000;
  const repaired = await ask();
  expect([repaired.status, (await bodyOf(repaired)).livingcount]).toEqual([200, 1]);
});

test('a dataset of another road model is not counted from', async () => {
  const manifest = { ...town.manifest, road_model: { ...ROAD_MODEL, walking_speed_km_h: 4 } as never };
  const key = manifestKey(version);
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  await publish([{ ...town, manifest, objects: new Map([...town.objects, [key, bytes]]) }]);
  expect((await new Service(emptyCache()).ask('livingcount', zone)).status).toBe(503);
});

test.for([
  ['the pointer', CURRENT_KEY],
  ['the keys of the caller', callersKeys],
])('%s, damaged while the Worker runs', async ([, key]) => {
  const service = new Service();
  const status = async (): Promise<number> => (await service.ask('livingcount', zone)).status;
  expect(await status()).toBe(200);
  await damage(key, flip(30), key === CURRENT_KEY ? env.TILES : env.KEYS);
  clock.ahead_ms += 61_000;
  expect(await status()).toBe(503);
  await seed();
  clock.ahead_ms += 59_000;
  expect(await status()).toBe(200);
});

/** Damaged entries of the cache. */
const spoilt: readonly (readonly [string, (bytes: Uint8Array, key: string) => Uint8Array | undefined])[] = [
  ['altered', (bytes) => flip(-20)(bytes)],
  ['cut off', (bytes) => bytes.subarray(0, -1)],
  ['empty', () => new Uint8Array()],
  ['another object', (_, key) => [...town.objects].find(([other]) => other !== key)?.[1]],
  ['of another version', (_, key) => otherVersion.get(key.split('/').at(-1)!)],
];
const otherVersion = new Map(
  Array.from(towns[1].objects, ([key, bytes]) => [key.split('/').at(-1)!, bytes] as const),
);

test.for(spoilt)(
  'no object that is %s in the data centre is counted from, and it is replaced',
  async ([, spoil]) => {
    const bindings = emptyCache();
    const cache = await caches.open('objects');
    const addressOf = (key: string): string => `${SERVICE}/objects/${bindings.CODE_VERSION.id}/tiles/${key}`;
    let asked = 0;
    const ask = async (question: object): Promise<readonly [number, number | undefined]> => {
      const half_m = 60 + 0.2 * asked++;
      const box = { zone: polygon(town.box([-half_m, -half_m], [half_m, half_m])) };
      const asWanted = question === walk ? { ...walk, time: 61 + asked } : { ...box, details: true };
      const response = await new Service(bindings).ask('livingcount', asWanted);
      return [response.status, (await bodyOf(response)).livingcount];
    };
    let spoiltEntries = 0;
    for (const question of [zone, walk]) {
      expect(await ask(question)).toEqual([200, 1]);
      for (const [key, bytes] of town.objects) {
        const stored = await cache.match(addressOf(key));
        await stored?.body?.cancel();
        const change = stored && spoil(bytes.slice(), key);
        if (!change) continue;
        spoiltEntries++;
        const headers = { 'Cache-Control': 'public, max-age=1000' };
        await cache.put(addressOf(key), new Response(change as Uint8Array<ArrayBuffer>, { headers }));
        expect([key, ...(await ask(question))]).toEqual([key, 200, 1]);
        const after = new Uint8Array(await (await cache.match(addressOf(key)))!.arrayBuffer());
        if (!isNeeded(key, question)) continue;
        expect([key, after]).toEqual([key, bytes]);
      }
    }
    expect(spoiltEntries).toBeGreaterThan(1);
  },
);

const isNeeded = (key: string, question: object): boolean =>
  question === walk ? !key.includes('/working/') : !/pedestrian|motorized|working/.test(key);

test('masks', async () => {
  const cell = cellOf(packs.pedestrian);
  const pixels = 2 ** 20;
  const arrays: MaskArrays = {
    pixels,
    column: Uint32Array.of(7),
    row: Uint32Array.of(7),
    width: Uint16Array.of(1),
    height: Uint16Array.of(1),
    walk: Int16Array.of(1),
    firstSample: Uint32Array.of(0, 1),
    distance: Uint8Array.of(3),
  };
  const key = tileSetPrefix('pedestrian', sets.pedestrian!) + masksName(pixels, cell);
  const whole = writePack('pedestrian', cell, new Map([[cell, writeMaskTile('pedestrian', cell, arrays)]]));
  nameObject(whole, setNameOf(version));
  const loaded = new LoadedObjects(1e6);
  const read = async (): Promise<number> => {
    const reader = new DatasetReader(town.manifest, new ObjectStore(env.TILES, TIMEOUTS), loaded);
    const wanted = { separators: [], leaves: [], masks: { cells: [cell], pixels } };
    try {
      return (await reader.readRoadTiles('pedestrian', wanted)).masks.get(cell)!.distance[0];
    } catch (cause) {
      reader.evictUsed();
      throw cause;
    }
  };
  await env.TILES.put(key, flip(-20)(whole.slice()));
  await expect(read()).rejects.toThrow(DamagedTile);
  await env.TILES.put(key, whole);
  expect(await read()).toBe(3);
});
