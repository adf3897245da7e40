import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { beforeEach, expect, test } from 'vitest';
import { nameTile } from '../../src/format/envelope.ts';
import { type PackRun, writeMapPack } from '../../src/format/map-pack.ts';
import type { Ring } from '../../src/geo/positions.ts';
import { readTileSets, type TileSetFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { checkMapPacks } from '../../tiles-builder/verify/check-map-packs.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { rectangle } from '../support/zones/rectangle.ts';

let folder: string;
let basemap: TileSetFolder;
let packs: readonly PackRun[];

beforeEach(() => {
  folder = temporaryFolderOfTest();
  const content = { pedestrian: 'a', motorized: 'a', basemap: 'a' };
  const manifest = writeTinyDataset(folder, { region: 'town', content });
  basemap = readTileSets(folder, manifest).find(({ tileSet }) => tileSet === 'basemap')!;
  packs = manifest.basemap?.packs ?? [];
});

const change = (make: (bytes: Buffer) => Uint8Array): void => {
  const file = basemap.fileOf(basemap.objects[1]);
  writeFileSync(file, make(readFileSync(file)));
};

test('packs are right as they were written', () => {
  expect(checkMapPacks(basemap, packs)).toEqual({ packs: 2, tiles: 2 * (1 + 4 + 16) });
});

test('a manifest that lists another pack, or one less, is found', () => {
  for (const runs of [[[8, 1, 0, 2]], [[8, 1, 0, 0]], [], [[8, 2, 0, 1]]] as PackRun[][])
    expect(() => checkMapPacks(basemap, runs)).toThrow('lists other packs than there are');
});

test('a pack under the name of another one is found', () => {
  const [first, second] = basemap.objects.map(basemap.fileOf);
  renameSync(first!, second!);
  expect(() => checkMapPacks({ ...basemap, objects: basemap.objects.slice(1) }, packs)).toThrow(/holds cell/);
});

test('a name that no pack has is found', () => {
  const [listed] = basemap.objects;
  for (const name of ['8-0-1.mvt', 'tiles-9-0-1', 'tiles-8-0']) {
    const renamed = { ...basemap, objects: [{ ...listed!, name }], fileOf: () => basemap.fileOf(listed!) };
    expect(() => checkMapPacks(renamed, packs), name).toThrow(name);
  }
});

test.for<readonly [string, (bytes: Buffer) => Uint8Array, RegExp]>([
  ['bytes after the last tile', (bytes) => Buffer.concat([bytes, Buffer.of(1)]), /bytes, \d+ expected/],
  ['a tile that is cut off', (bytes) => bytes.subarray(0, -1), /not the tile that is listed/],
  [
    'a tile that is another one',
    (bytes) => bytes.fill(0x21, bytes.length - 1),
    /not the tile that is listed/,
  ],
  ['a directory that is another one', (bytes) => bytes.fill(0xff, 44, 48), /checksum differs/],
])('%s is found', ([, make, fault]) => {
  change(make);
  expect(() => checkMapPacks(basemap, packs)).toThrow(fault);
});

const tileOf = (...rings: Ring[]): Uint8Array => {
  const features = [{ type: 3, geometry: rings, tags: {} }];
  return fromGeojsonVt({ water: { features } } as never, { version: 2, extent: 4_096 });
};

test('an area whose triangles cover its holes is found, with its tile', () => {
  const shell = rectangle(0, 0, 4_096, 4_096);
  const hole = (west: number): Ring => rectangle(west, 100, west + 900, 3_000).toReversed();
  const pack = { zoom: 8, x: 1, y: 1 };
  const checkWith = (tile: Uint8Array): unknown => {
    const written = writeMapPack(pack, ({ zoom }) => (zoom === 8 ? tile : null));
    nameTile(written, basemap.name);
    change(() => written);
    return checkMapPacks(basemap, packs);
  };
  expect(checkWith(tileOf(shell, hole(100), hole(2_000)))).toMatchObject({ packs: 2 });
  expect(() => checkWith(tileOf(shell, hole(100), hole(500)))).toThrow(
    /^basemap\/\S+: 8\/1\/1: triangles of water differ .* % of the tile$/,
  );
});
