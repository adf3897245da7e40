import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The system cannot give a file a second name there: another disk, or one that knows no such names. */
const NO_LINKS = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Gives a file, or all files of a folder, a second name, so that they take no more disk; copies them where that cannot be.
 * @param to of a folder: it may be there, with other files
 */
export function link(from: string, to: string): void {
  const stats = statSync(from);
  if (!stats.isDirectory()) {
    linkFile(from, to);
    return;
  }
  mkdirSync(to, { recursive: true, mode: stats.mode });
  for (const name of readdirSync(from)) link(join(from, name), join(to, name));
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (cause) {
    if (!NO_LINKS.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    copyFileSync(from, to);
  }
}
