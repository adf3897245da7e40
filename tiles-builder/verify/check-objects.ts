import { readFileSync } from 'node:fs';
import { reasonOf } from '../base/failures/system-failure.ts';
import { isAsListed } from '../dataset/checksums.ts';
import type { TileSetFolder } from '../dataset/dataset-folder.ts';
import { sha256Unnamed, tileSetName } from '../dataset/tile-set-writer.ts';

/**
 * Compares the objects of a tile set with its list, the list with expected objects, and the set's name with the hash of all.
 * @param expected `null` if tiles do not refer to each other
 */
export function checkObjects(
  { tileSet, name, objects, fileOf }: TileSetFolder,
  expected: ReadonlySet<string> | null,
): string[] {
  const faults: string[] = [];
  const unnamed = new Map<string, string>();
  for (const listed of objects) {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(fileOf(listed));
    } catch (cause) {
      faults.push(`${tileSet}/${listed.name} ${reasonOf(cause)}`);
      continue;
    }
    if (isAsListed(bytes, listed)) {
      unnamed.set(listed.name, sha256Unnamed(bytes));
    } else faults.push(`${tileSet}/${listed.name}: damaged, it is not the object that its list means`);
    if (expected && !expected.has(listed.name)) {
      faults.push(`${tileSet}/${listed.name}: no tile leads to it`);
    }
  }
  const listedNames = new Set(objects.map((object) => object.name));
  for (const missing of [...(expected ?? [])].filter((object) => !listedNames.has(object))) {
    faults.push(`${tileSet}/${missing}: tiles lead to it, but it is not listed`);
  }
  if (unnamed.size === objects.length) {
    const named = tileSetName(tileSet, unnamed);
    if (named !== name) faults.push(`${tileSet}: its content is named ${named}, the manifest says ${name}`);
  }
  return faults;
}
