/** Recovery within a minute after a repair. */

import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checksum } from '../../src/format/envelope.ts';
import { nameObject } from '../../src/format/name-object.ts';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { writePack } from '../../src/format/pack.ts';
import { ROAD_MODEL } from '../../src/format/road-model.ts';
import type { TileSet } from '../../src/format/tile-sets.ts';
import { keyPartName, partOfKey } from '../../src/request/key-document.ts';
import { setNameOf } from '../support/datasets/count-dataset.ts';
import { putClockAhead } from './clock-ahead.ts';
import { type Damage, damage, flip, gone, keysOf } from './damage.ts';
import { bodyOf, CALLER, emptyCache, polygon, publish, Service, seed, town } from './service.ts';

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
