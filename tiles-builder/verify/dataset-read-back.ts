/** What the checks of a dataset read it by, and how they compare it with its manifest. */
import type { Manifest } from '../../src/format/manifest.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { readerOfFolder } from '../dataset/dataset-folder.ts';
import type { Progress } from '../records.ts';

/** A dataset folder that is read back. */
export interface DatasetReadBack {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly progress: Progress;
}

/** Keeps nothing, so that memory stays bounded: a tile set is read pack by pack. */
export const readerOf = ({ folder, manifest }: DatasetReadBack): DatasetReader =>
  readerOfFolder(folder, manifest, new LoadedObjects(0));

/** @throws Error where what was found in the tiles is not what the manifest says */
export function expectEqual(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} ${what} in the tiles, the manifest says ${expected}`);
}
