import { join } from 'node:path';
import { makePrivateFolder } from '../../../tiles-builder/files/private-folder.ts';

/**
 * Folder retained between runs: who may write to `node_modules` can change the code anyway.
 * @throws PlatformProblem where somebody else may write to it
 */
export function cacheFolder(name: string): string {
  const folder = join(import.meta.dirname, '../../../node_modules/.population-count', name);
  makePrivateFolder(folder);
  return folder;
}
