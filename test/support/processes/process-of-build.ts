import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Process that holds the lock of a folder of steps; `null` if none yet. */
export function processOfBuild(steps: string): number | null {
  const holder = join(steps, 'at-work/lock.json');
  return existsSync(holder) ? JSON.parse(readFileSync(holder, 'utf8')).pid : null;
}
