/**
 * Folders that are whole or not there: each is made under the name of the process that makes it, and gets its own name
 * once all of it is on the disk.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { writeNamesThrough, writeThrough } from './write-through.ts';

const HOST = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '-');
const UNFINISHED = /\.(unfinished|replaced)-(.+)-(\d+)$/;

/** A path beside another, for what this process is at work on. A process has one at a time of each. */
export const unfinishedOf = (path: string): string => `${path}.unfinished-${HOST}-${process.pid}`;

/** Whether a name says that it is of something that is not finished, or was replaced. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

/** Where this process puts what it replaces until the new one is there. */
export const replacedOf = (path: string): string => `${path}.replaced-${HOST}-${process.pid}`;

/**
 * Makes a folder. Where another process has made the same in the meantime, the folder of that one stays.
 * @param make fills an empty folder that its owner alone may read
 */
export async function makeWhole(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = unfinishedOf(folder);
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    await make(unfinished);
    await writeThrough(unfinished);
    if (!existsSync(folder)) renameSync(unfinished, folder);
    await writeNamesThrough(dirname(folder));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Puts a finished folder in the place of another, which is lost at no moment.
 * @returns where the other one is now, to be removed
 */
export async function replaceFolder(folder: string, finished: string): Promise<string> {
  const replaced = replacedOf(folder);
  await writeThrough(finished);
  if (existsSync(folder)) renameSync(folder, replaced);
  renameSync(finished, folder);
  await writeNamesThrough(dirname(folder));
  return replaced;
}

/**
 * Removes what processes that have ended have left of a folder or file. What one of them was about to replace goes back
 * to its place where nothing is there.
 * @returns what was removed or put back
 */
export function removeLeftovers(leftovers: readonly Leftover[]): string[] {
  const abandoned = leftovers.filter(({ isAbandoned }) => isAbandoned);
  for (const { path, madeFor, isReplaced } of abandoned) {
    if (isReplaced && !existsSync(madeFor)) renameSync(path, madeFor);
    else rmSync(path, { recursive: true });
  }
  return abandoned.map(({ path }) => path);
}

export interface Leftover {
  readonly path: string;
  /** The path that it was to have, or had. */
  readonly madeFor: string;
  /** The process that made it, or may still be making it. */
  readonly host: string;
  readonly pid: number;
  /** Whether it was complete, and was to be replaced. */
  readonly isReplaced: boolean;
  /** Whether that process is known to have ended. */
  readonly isAbandoned: boolean;
}

/**
 * What processes have left in a folder, or are at work on there.
 * @param of what it is made for: a path in the folder; any where it is absent
 */
export function leftoversIn(folder: string, of?: string): Leftover[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [ending, kind, host, digits] = UNFINISHED.exec(name) ?? [];
    if (ending === undefined || host === undefined) return [];
    const madeFor = join(folder, name.slice(0, -ending.length));
    if (of !== undefined && madeFor !== of) return [];
    const pid = Number(digits);
    const isAbandoned = host === HOST && !isRunning(pid);
    return [{ path: join(folder, name), madeFor, host, pid, isReplaced: kind === 'replaced', isAbandoned }];
  });
}

/** Whether another process runs under a number. What goes by that of this one is of a process before it. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
