import { join } from 'node:path';
import { makePrivateFolder } from '../../tiles-builder/files/private-folder.ts';

/**
 * A folder for what is kept from one run to the next, such as compiled code. It lies in `node_modules`: whoever may write there may
 * change the code anyway.
 * @throws PlatformProblem where somebody else owns it or may write to it
 */
export function keptFolder(name: string): string {
  const folder = join(import.meta.dirname, '../../node_modules/.population-count', name);
  makePrivateFolder(folder);
  return folder;
}
