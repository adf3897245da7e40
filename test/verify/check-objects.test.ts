import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { MANIFEST_NAME } from '../../src/format/object-keys.ts';
import { readObjectList, writeObjectList } from '../../src/format/object-list.ts';
import { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { listedObject } from '../../tiles-builder/dataset/checksums.ts';
import { manifestIn, readTileSets, type TileSetFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { checkObjects } from '../../tiles-builder/verify/check-objects.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { writeFolder } from '../support/datasets/memory-to-folder.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';

let folder: string;
let living: TileSetFolder;

const people = new Map([
  ['8c1f8d7a3b2a1ff', 2_000],
  ['8c396a12e0c01ff', 2_000],
]);

beforeEach(() => {
  folder = temporaryFolderOfTest();
  const { manifest, source } = countDataset({ living: tilesOf(people) });
  const written = writeFolder(folder, { manifest, objects: source.objects });
  living = readTileSets(folder, written).find(({ tileSet }) => tileSet === 'living')!;
});

const names = (): Set<string> => new Set(living.objects.map(({ name }) => name));

describe('a tile set', () => {
  test('is right as it was written', () => {
    expect(living.objects).toHaveLength(4);
    expect(checkObjects(living, names())).toEqual([]);
  });

  test('has each object as its list means it', () => {
    const [first, second] = living.objects;
    const bytes = readFileSync(living.fileOf(first));
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(living.fileOf(first), bytes);
    rmSync(living.fileOf(second));
    expect(checkObjects(living, names())).toEqual([
      expect.stringContaining(`${first.name}: damaged`),
      expect.stringContaining(`${second.name} is not there`),
    ]);
  });

  test('lists what its tiles lead to, and nothing else', () => {
    const [first, ...others] = living.objects;
    expect(checkObjects(living, new Set(others.map(({ name }) => name)))).toEqual([
      expect.stringContaining(`${first.name}: no tile leads to it`),
    ]);
    expect(checkObjects(living, names().add('pack-8511111ffffffff'))).toEqual([
      expect.stringContaining('pack-8511111ffffffff: tiles lead to it'),
    ]);
  });

  test('has the name of its content, even where list and objects agree on another one', () => {
    const [first, ...others] = living.objects;
    const bytes = readFileSync(living.fileOf(first));
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(living.fileOf(first), bytes);
    const relisted = { ...living, objects: [listedObject(first.name, bytes), ...others] };
    expect(checkObjects(relisted, names())).toEqual([expect.stringMatching(/its content is named/)]);
  });
});

test('a list is read as it was written; one that is cut, unsorted or altered in form is refused', () => {
  const list = writeObjectList(living.objects);
  expect(readObjectList(list)).toEqual(living.objects);
  expect(readObjectList(new Uint8Array())).toEqual([]);
  for (let bytes = 1; bytes < list.length; bytes++) {
    const cut = list.slice(0, bytes);
    if (list[bytes - 1] === 0x0a) expect(readObjectList(cut).length).toBeLessThan(living.objects.length);
    else expect(() => readObjectList(cut)).toThrow();
  }
  expect(() => readObjectList(writeObjectList(living.objects.toReversed()))).toThrow();
});

test.for([7, Date.now() & 0x7fffffff])(
  'any flipped bit of a manifest that changes what it says is found (seed %i)',
  (seed) => {
    const file = join(folder, MANIFEST_NAME);
    const bytes = readFileSync(file);
    const said = JSON.stringify(JSON.parse(bytes.toString()));
    const random = new Random(seed);
    for (let flip = 0; flip < 200; flip++) {
      const flipped = Buffer.from(bytes);
      flipped[random.integer(0, bytes.length - 1)] ^= 1 << random.integer(0, 7);
      writeFileSync(file, flipped);
      let same = false;
      try {
        same = JSON.stringify(JSON.parse(new TextDecoder().decode(flipped))) === said;
      } catch {}
      if (!same) expect(() => manifestIn(folder), `bit ${flip}`).toThrow(BadInput);
    }
  },
);
