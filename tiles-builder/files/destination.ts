/** Resolves the target of a write through symbolic links; refuses other users' links in world-writable folders. */
import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PlatformProblem } from '../failures/problem.ts';
import { isOwn } from './private-folder.ts';

const MOST_LINKS = 40;
const OPEN_TO_ALL = 0o1002;

/**
 * Replacing the target preserves the link.
 * @returns absolute path, which may not exist
 * @throws ErrnoException ELOOP for circular links; PlatformProblem
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

/** As Linux on request. Source: proc_sys_fs(5), protected_symlinks */
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
