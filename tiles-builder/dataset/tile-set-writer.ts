/** Writes the objects of a tile set, and names it by a hash of their SHA-256. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TileSetName, UNNAMED } from '../../src/format/envelope.ts';
import type { TileSetEntry } from '../../src/format/manifest.ts';
import { nameObject } from '../../src/format/name-object.ts';
import { LIST_NAME } from '../../src/format/object-keys.ts';
import { writeObjectList } from '../../src/format/object-list.ts';
import type { TileSet } from '../../src/format/tile-sets.ts';
import type { AddObject } from '../base/records.ts';
import { listedObject, sha256Of } from './checksums.ts';

const NAME_DIGITS = 16;

/** @param unnamed SHA-256 by object, with a zero name in headers */
export function tileSetName(tileSet: TileSet, unnamed: ReadonlyMap<string, string>): TileSetName {
  const hash = createHash('sha256').update(`${tileSet}\n`);
  for (const name of [...unnamed.keys()].sort()) hash.update(`${unnamed.get(name)} ${name}\n`);
  return hash.digest('hex').slice(0, NAME_DIGITS);
}

/** Overwrites the name in `object`. */
export function sha256Unnamed(object: Uint8Array): string {
  nameObject(object, UNNAMED);
  return sha256Of(object);
}

export interface TileSetWriter {
  /** @throws RangeError for a duplicate name */
  readonly add: AddObject;
  /** Writes the name into all objects, and their list. */
  readonly finish: () => TileSetEntry;
}

export function openTileSet(datasetFolder: string, tileSet: TileSet): TileSetWriter {
  const folder = join(datasetFolder, tileSet);
  mkdirSync(folder, { recursive: true });
  const written = new Map<string, string>();
  return {
    add: (name, object) => {
      if (written.has(name)) throw new RangeError(`${tileSet} has two objects ${name}`);
      writeFileSync(join(folder, name), object);
      written.set(name, sha256Of(object));
    },
    finish: () => {
      const setName = tileSetName(tileSet, written);
      const listed = [...written.keys()].sort().map((name) => {
        const file = join(folder, name);
        const object = readFileSync(file);
        nameObject(object, setName);
        writeFileSync(file, object);
        return listedObject(name, object);
      });
      const list = writeObjectList(listed);
      writeFileSync(join(folder, LIST_NAME), list);
      return {
        name: setName,
        objects: listed.length,
        bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
        list_sha256: sha256Of(list),
      };
    },
  };
}
