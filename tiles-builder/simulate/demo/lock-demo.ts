/** Locks the demo's folder for one `npm start` (file lock); throws if another has it, and says at which address that serves. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { acquireLock, type FileLock, isLocked, lockOwner } from '../../base/files/file-lock.ts';

const LOCK = 'lock';
const ownerSchema = v.object({ pid: v.number(), url: v.pipe(v.string(), v.url()) });

export function lockDemo(demoFolder: string, url: string): FileLock {
  const file = join(demoFolder, LOCK);
  const lock = acquireLock(file, { pid: process.pid, url });
  if (lock) return lock;
  throw new PlatformProblem(
    `another npm start runs in this folder${describeOwner(file)}`,
    'Use that one, or end it first. This one has changed nothing.',
  );
}

function describeOwner(file: string): string {
  const owner = readOwner(file);
  return owner === null ? '' : `: it serves ${owner.url}, or is about to (process ${owner.pid})`;
}

/** Address of the `npm start` that runs in the project's folder; `null` if none does. */
export function runningService(): string | null {
  const file = join(import.meta.dirname, '../../../.demo', LOCK);
  return existsSync(file) && isLocked(file) ? (readOwner(file)?.url ?? null) : null;
}

function readOwner(file: string): v.InferOutput<typeof ownerSchema> | null {
  const { success, output } = v.safeParse(ownerSchema, lockOwner(file));
  return success ? output : null;
}
