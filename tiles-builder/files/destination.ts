/** Resolves the path that a write to a path ends at, through symbolic links. */
import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PlatformProblem } from '../failures/problem.ts';
import { isOwn } from './private-folder.ts';

/** As many as Linux follows. */
const MOST_LINKS = 40;
/** Everybody may write to the folder, and nobody may remove what is another's. */
const OPEN_TO_ALL = 0o1002;

/**
 * Follows a symbolic link to the path that it stands for, so that what is replaced there is not the link itself.
 * @returns an absolute path, at which there may be nothing yet
 * @throws ErrnoException ELOOP where links lead in a circle; PlatformProblem where another user has put a link into a folder that
 *   is open to all
 */
export function destinationOf(path: string): string {
  let destination = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const next = linkAt(destination);
    if (next === null) return destination;
    requireTrustedLink(destination);
    destination = resolve(dirname(destination), next);
  }
  throw Object.assign(new Error(`ELOOP: ${path}`), { code: 'ELOOP', path });
}

/** As Linux does on request. Source: proc_sys_fs(5), protected_symlinks */
function requireTrustedLink(link: string): void {
  const { uid } = lstatSync(link);
  const folder = statSync(dirname(link));
  if (isOwn(uid) || uid === folder.uid || (folder.mode & OPEN_TO_ALL) !== OPEN_TO_ALL) return;
  throw new PlatformProblem(`${link} is a link of another user`, 'Name another place.');
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
