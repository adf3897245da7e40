/**
 * Creates folders atomically: a folder is written under a temporary name of its process, and renamed once all of it is on
 * the disk.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOwnPath, makeNewFolder } from './private-folder.ts';
import { HOST, isRunning, STARTED } from './process-name.ts';
import { writeNamesThrough, writeThrough } from './write-through.ts';

const UNFINISHED = /\.(unfinished|replaced)-(.+)-(\d+)-(\d+\.\d+)$/;
const OWN = `${HOST}-${process.pid}-${STARTED}`;

/** A temporary path next to another. A process has one at a time of each. */
export const unfinishedOf = (path: string): string => `${path}.unfinished-${OWN}`;

/** Whether a name says that it is of something that is not finished, or was replaced. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

/** Where this process puts what it replaces until the new one is there. */
export const replacedOf = (path: string): string => `${path}.replaced-${OWN}`;

/**
 * Makes a folder. Where another process has made the same in the meantime, the folder of that one stays.
 * @param make fills an empty folder that its owner alone may read
 */
export async function makeWhole(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = unfinishedOf(folder);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  makeNewFolder(unfinished);
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
 * Puts a finished file or folder in the place of another, which is lost at no moment.
 * @param finished where nothing is, nothing takes the place
 * @returns where the other one is now, to be removed
 */
export function replace(path: string, finished: string): string {
  const replaced = replacedOf(path);
  if (existsSync(path)) renameSync(path, replaced);
  if (existsSync(finished)) renameSync(finished, path);
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

/** What processes of this user have left in a folder, or are at work on there. */
export function leftoversIn(folder: string): Leftover[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [ending, kind, host, digits, started] = UNFINISHED.exec(name) ?? [];
    const path = join(folder, name);
    // Another user may give any name to what lies in a folder that is open to all.
    if (ending === undefined || host === undefined || !isOwnPath(path)) return [];
    const pid = Number(digits);
    // What goes by the number of this process is of a program that ran in it before.
    const isAbandoned = host === HOST && (pid === process.pid || !isRunning(pid, started));
    const madeFor = join(folder, name.slice(0, -ending.length));
    return [{ path, madeFor, host, pid, isReplaced: kind === 'replaced', isAbandoned }];
  });
}
