/** One process at a time prepares and serves the demo. */
import { join } from 'node:path';
import * as v from 'valibot';
import { PlatformProblem } from '../failures/problem.ts';
import { acquireLock, type FileLock, lockHolder } from '../files/file-lock.ts';

const LOCK = 'lock';
const holderSchema = v.object({ pid: v.number(), url: v.pipe(v.string(), v.url()) });
export type DemoHolder = v.InferOutput<typeof holderSchema>;

/** @throws PlatformProblem where another process owns the folder */
export function lockDemo(demoFolder: string, url: string): FileLock {
  const file = join(demoFolder, LOCK);
  const lock = acquireLock(file, { pid: process.pid, url });
  if (lock) return lock;
  throw new PlatformProblem(
    `another npm start runs in this folder${describeHolder(file)}`,
    'Use that one, or end it first. This one has changed nothing.',
  );
}

function describeHolder(file: string): string {
  const holder = readHolder(file);
  return holder === null ? '' : `: it serves ${holder.url}, or is about to (process ${holder.pid})`;
}

/** The last `npm start` in the folder. */
export const demoHolder = (projectFolder: string): DemoHolder | null =>
  readHolder(join(projectFolder, '.demo', LOCK));

function readHolder(file: string): DemoHolder | null {
  const { success, output } = v.safeParse(holderSchema, lockHolder(file));
  return success ? output : null;
}
