/** Lists the objects of a dataset folder to upload, as its manifest and lists name them, and verifies each when it is read. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../src/format/manifest.ts';
import { LIST_NAME, MANIFEST_NAME } from '../../src/format/object-keys.ts';
import type { ListedObject } from '../../src/format/object-list.ts';
import type { TileSet } from '../../src/format/tile-sets.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { reasonOf } from '../base/failures/system-failure.ts';
import { isAsListed, listedObject, sha256Of } from '../dataset/checksums.ts';
import {
  manifestOf,
  manifestText,
  readBuiltAt,
  readManifestBytes,
  readTileSets,
  type TileSetFolder,
} from '../dataset/dataset-folder.ts';

export interface ObjectToSend extends ListedObject {
  readonly read: () => Promise<Uint8Array>;
}

export interface TileSetToSend {
  readonly tileSet: TileSet;
  readonly name: string;
  /** The objects that the list names, then the list. */
  readonly objects: readonly ObjectToSend[];
}

export interface DatasetToSend {
  readonly manifest: Manifest;
  readonly manifest_sha256: string;
  readonly manifestObject: ObjectToSend;
  /** Build time in ISO 8601. */
  readonly built_at: string;
  readonly tileSets: readonly TileSetToSend[];
}

/** @throws BadInput if the folder has no dataset, another list than the manifest's, or the manifest in another form */
export function readFolderToPublish(folder: string): DatasetToSend {
  const bytes = readManifestBytes(folder);
  const manifest = manifestOf(bytes, join(folder, MANIFEST_NAME));
  if (new TextDecoder().decode(bytes) !== manifestText(manifest)) {
    throw new BadInput(
      folder,
      MANIFEST_NAME,
      'is not written as `build` writes it',
      'Build the dataset again.',
    );
  }
  return {
    manifest,
    manifest_sha256: sha256Of(bytes),
    manifestObject: inMemory(MANIFEST_NAME, bytes),
    built_at: readBuiltAt(folder),
    tileSets: readTileSets(folder, manifest).map(toSend),
  };
}

const toSend = ({ tileSet, name, list, objects, fileOf }: TileSetFolder): TileSetToSend => ({
  tileSet,
  name,
  objects: [
    ...objects.map((listed) => ({ ...listed, read: () => readListed(fileOf(listed), listed) })),
    inMemory(LIST_NAME, list),
  ],
});

const inMemory = (name: string, bytes: Uint8Array): ObjectToSend => ({
  ...listedObject(name, bytes),
  read: async () => bytes,
});

async function readListed(file: string, listed: ListedObject): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new BadInput(file, null, `is listed, but ${reasonOf(cause)}`);
  }
  if (!isAsListed(bytes, listed)) {
    throw new BadInput(
      file,
      null,
      'is not the object that its list means',
      'Build the dataset again, or copy it again.',
    );
  }
  return bytes;
}
