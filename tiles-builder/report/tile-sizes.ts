/** How large the objects of a dataset are, by set. */
import { statSync } from 'node:fs';
import { listObjects } from '../dataset-folder.ts';

export interface SetSizes {
  /** What the objects' names begin with, such as `living`. */
  readonly set: string;
  readonly objects: number;
  readonly bytes: number;
  readonly median_bytes: number;
  readonly largest_bytes: number;
}

export function tileSizes(folder: string, version: string): SetSizes[] {
  const sizesBySet = new Map<string, number[]>();
  for (const { key, file } of listObjects(folder, version)) {
    const [, , set, object] = key.split('/');
    const name = object === undefined ? 'manifest' : set!;
    const sizes = sizesBySet.get(name) ?? [];
    sizes.push(statSync(file).size);
    sizesBySet.set(name, sizes);
  }
  return [...sizesBySet].map(([set, sizes]) => {
    sizes.sort((a, b) => a - b);
    return {
      set,
      objects: sizes.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      median_bytes: sizes[sizes.length >> 1]!,
      largest_bytes: sizes.at(-1)!,
    };
  });
}
