import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NO_LINKS = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Hard-links a file or the files of a folder; copies across disks or file systems.
 * @param to may be a folder with other files
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
