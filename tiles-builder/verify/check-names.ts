import { readFileSync } from 'node:fs';
import { nameTile } from '../../src/format/envelope.ts';
import { type NameEntry, NamesPage, NamesRoot, writeNames } from '../../src/format/name-index.ts';
import { namesPageName, namesRootName } from '../../src/format/object-keys.ts';
import type { ListedObject } from '../../src/format/object-list.ts';
import type { TileSetFolder } from '../dataset/dataset-folder.ts';

export const isOfNames = ({ name }: ListedObject): boolean => name.startsWith('names-');

/** Checks a basemap's name index: writes it again from the names in its pages, and compares bytes. */
export function checkNames({ name: setName, objects, fileOf }: TileSetFolder, page_bytes?: number): number {
  const listed = new Map(objects.filter(isOfNames).map((object) => [object.name, object]));
  const bytesOf = (name: string): Uint8Array => {
    const object = listed.get(name);
    if (!object) throw new Error(`basemap/${name} is missing`);
    return new Uint8Array(readFileSync(fileOf(object)));
  };
  let names = 0;
  function* entries(): Generator<NameEntry> {
    const pages = new NamesRoot(setName, bytesOf(namesRootName)).firstKeys.length;
    for (let number = 1; number <= pages; number++) {
      for (const entry of new NamesPage(number, setName, bytesOf(namesPageName(number))).entries) {
        names++;
        yield entry;
      }
    }
  }
  const made = new Set<string>();
  writeNames(
    entries(),
    (name, object) => {
      nameTile(object, setName);
      if (Buffer.compare(bytesOf(name), object) !== 0) {
        throw new Error(`basemap/${name} is not what is made of the names in it`);
      }
      made.add(name);
    },
    page_bytes,
  );
  const stray = [...listed.keys()].find((name) => !made.has(name));
  if (stray !== undefined) throw new Error(`basemap/${stray} is no page of the names`);
  return names;
}
