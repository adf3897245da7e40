import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder retained between runs: who may write to `node_modules` can change the code anyway. */
export function cacheFolder(name: string): string {
  const folder = join(import.meta.dirname, '../../../node_modules/.population-count', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
