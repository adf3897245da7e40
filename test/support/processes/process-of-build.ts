import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Process that holds the lock of a folder of steps, without shards; `null` if none yet. */
export function processOfBuild(steps: string): number | null {
  const holder = join(steps, 'at-work/0-of-1.json');
  return existsSync(holder) ? JSON.parse(readFileSync(holder, 'utf8')).pid : null;
}
