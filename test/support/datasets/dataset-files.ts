import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setsOf } from '../../../src/format/current.ts';
import { LIST_NAME, MANIFEST_NAME, manifestKey, tileSetPrefix } from '../../../src/format/object-keys.ts';
import { manifestIn, readTileSets } from '../../../tiles-builder/dataset/dataset-folder.ts';
import { currentInMemory } from './stored-tile-sets.ts';

export function datasetFiles(folder: string): string[] {
  const tileSets = readTileSets(folder, manifestIn(folder));
  return [
    ...tileSets.flatMap(({ tileSet, objects }) => [
      ...objects.map(({ name }) => `${tileSet}/${name}`),
      `${tileSet}/${LIST_NAME}`,
    ]),
    MANIFEST_NAME,
  ];
}

export const bytesOfFiles = (folder: string): Map<string, Buffer> =>
  new Map(datasetFiles(folder).map((file) => [file, readFileSync(join(folder, file))]));

/** Objects by key, and `current` if these datasets are live. */
export async function datasetInBucket(
  ...folders: readonly string[]
): Promise<{ readonly objects: ReadonlyMap<string, Uint8Array>; readonly current: Uint8Array }> {
  const objects = new Map<string, Uint8Array>();
  const manifests = folders.map((folder) => {
    const manifest = manifestIn(folder);
    const sets = setsOf(manifest);
    for (const { tileSet, objects: listed, fileOf } of readTileSets(folder, manifest)) {
      const prefix = tileSetPrefix(tileSet, sets[tileSet]!);
      for (const object of listed) objects.set(prefix + object.name, readFileSync(fileOf(object)));
    }
    objects.set(manifestKey(manifest.version), readFileSync(join(folder, MANIFEST_NAME)));
    return manifest;
  });
  return { objects, current: await currentInMemory(manifests.map((manifest) => ({ manifest, objects }))) };
}
