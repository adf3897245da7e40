import { readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const MOST_LINKS = 40;

/**
 * Resolves the target of a write through symbolic links, so that replacing the target preserves the link.
 * @returns absolute path, which may not exist
 * @throws ErrnoException ELOOP for circular links
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
