import type { Manifest } from '../../src/format/manifest.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import type { Progress } from '../base/records.ts';
import { readerOfFolder } from '../dataset/dataset-folder.ts';

/** A dataset folder to verify, with a reader that caches nothing. */
export interface DatasetReadBack {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly progress: Progress;
}

/** Tile sets are read pack by pack. */
export const readerOf = ({ folder, manifest }: DatasetReadBack): DatasetReader =>
  readerOfFolder(folder, manifest, new LoadedObjects(0));

export function expectEqual(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} ${what} in the tiles, the manifest says ${expected}`);
}
