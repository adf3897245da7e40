/** Where what is written to a path comes to lie. */
import { readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** As many as Linux follows. */
const MOST_LINKS = 40;

/**
 * Follows a symbolic link to the path that it stands for, so that what is replaced there is not the link itself.
 * @returns an absolute path, at which there may be nothing yet
 * @throws ErrnoException ELOOP where links lead in a circle
 */
export function destinationOf(path: string): string {
  let destination = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const next = linkAt(destination);
    if (next === null) return destination;
    destination = resolve(dirname(destination), next);
  }
  throw Object.assign(new Error(`ELOOP: ${path}`), { code: 'ELOOP', path });
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
