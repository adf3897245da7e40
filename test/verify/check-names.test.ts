import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { nameTile } from '../../src/format/envelope.ts';
import { type NameEntry, writeNames } from '../../src/format/name-index.ts';
import { namesPageName, namesRootName } from '../../src/format/object-keys.ts';
import type { TileSetFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { checkNames } from '../../tiles-builder/verify/check-names.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';

const SET = '0123456789abcdef';
const PAGE_BYTES = 300;
const ENTRIES = Array.from({ length: 30 }, (_, i): NameEntry => {
  const number = String(i).padStart(2, '0');
  const place = { lon: 20 + i / 1_000, lat: 52, near: 'Ville', order: 400 - i, within: 'ville' };
  return { key: `rue ${number} ville`, name: `Rue ${number}`, kind: 'street', ...place };
});

let folder: string;
beforeEach(() => {
  folder = temporaryFolderOfTest();
});

const objectsOf = (entries: readonly NameEntry[]): Map<string, Uint8Array> => {
  const objects = new Map<string, Uint8Array>();
  writeNames(
    entries,
    (name, object) => {
      nameTile(object, SET);
      objects.set(name, object);
    },
    PAGE_BYTES,
  );
  return objects;
};

function check(objects: ReadonlyMap<string, Uint8Array>): number {
  for (const [name, object] of objects) writeFileSync(join(folder, name), object);
  const listed = [...objects].map(([name, { length: bytes }]) => ({ name, bytes, sha256: '', md5: '' }));
  const fileOf = ({ name }: { readonly name: string }): string => join(folder, name);
  const set = {
    tileSet: 'basemap',
    name: SET,
    listFile: '',
    list: new Uint8Array(),
    objects: listed,
    fileOf,
  };
  return checkNames(set as TileSetFolder, PAGE_BYTES);
}

test('an index is right as it was written, and counts its names', () => {
  expect(check(objectsOf(ENTRIES))).toBe(ENTRIES.length);
  expect(check(objectsOf([]))).toBe(0);
});

const [FIRST, SECOND] = [namesPageName(1), namesPageName(2)];
const other = objectsOf(ENTRIES.map((entry) => ({ ...entry, order: entry.order % 7 })));
const fewer = objectsOf(ENTRIES.slice(0, 20));
test.for<readonly [string, (objects: Map<string, Uint8Array>) => void, string]>([
  ['a root that is missing', (objects) => objects.delete(namesRootName), `${namesRootName} is missing`],
  ['a page that is missing', (objects) => objects.delete(SECOND), `${SECOND} is missing`],
  ['a flipped bit', (objects) => objects.get(FIRST)!.set([objects.get(FIRST)![60] ^ 1], 60), 'checksum'],
  ['a page under the name of another', (objects) => objects.set(FIRST, objects.get(SECOND)!), 'cell'],
  [
    'a page of another order, sealed as it should be',
    (objects) => objects.set(FIRST, other.get(FIRST)!),
    'is not what is made of the names in it',
  ],
  [
    'a root that leads to fewer pages',
    (objects) => objects.set(namesRootName, fewer.get(namesRootName)!),
    'is not what is made of the names in it',
  ],
  [
    'a page too many',
    (objects) => objects.set('names-99', objects.get(FIRST)!),
    'names-99 is no page of the names',
  ],
])('%s is found', ([, damage, fault]) => {
  const objects = objectsOf(ENTRIES);
  expect(objects.size).toBeGreaterThan(4);
  damage(objects);
  expect(() => check(objects)).toThrow(fault);
});
