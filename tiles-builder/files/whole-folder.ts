/** Creates folders atomically: written under a temporary name of the process, synced, then renamed. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOwnPath, makeNewFolder } from './private-folder.ts';
import { HOST, isRunning, STARTED } from './process-name.ts';
import { writeNamesThrough, writeThrough } from './write-through.ts';

const UNFINISHED = /\.(unfinished|replaced)-(.+)-(\d+)-(\d+\.\d+)$/;
const OWN = `${HOST}-${process.pid}-${STARTED}`;

/** A temporary path next to another, one at a time by process. */
export const unfinishedOf = (path: string): string => `${path}.unfinished-${OWN}`;

/** Whether a name is that of an unfinished or replaced file. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

/** Where this process moves what it replaces until the new one is installed. */
export const replacedOf = (path: string): string => `${path}.replaced-${OWN}`;

/**
 * If another process has created the same folder meanwhile, that one stays.
 * @param make fills an empty folder with mode 700
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
 * Moves a finished file or folder into the place of another without losing either.
 * @param finished may be missing: then the place stays empty
 * @returns the path of the replaced one, to be removed
 */
export function replace(path: string, finished: string): string {
  const replaced = replacedOf(path);
  if (existsSync(path)) renameSync(path, replaced);
  if (existsSync(finished)) renameSync(finished, path);
  return replaced;
}

/**
 * Removes what ended processes have left of a folder or file, and restores what one of them was about to replace.
 * @returns what was removed or restored
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
  /** The intended or former path. */
  readonly madeFor: string;
  /** The process that created it, or still may be creating it. */
  readonly host: string;
  readonly pid: number;
  /** Whether it was complete, and to be replaced. */
  readonly isReplaced: boolean;
  /** Whether that process is known to have ended. */
  readonly isAbandoned: boolean;
}

/** Left by processes of this user in a folder, or in use by them. */
export function leftoversIn(folder: string): Leftover[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [ending, kind, host, digits, started] = UNFINISHED.exec(name) ?? [];
    const path = join(folder, name);
    // In a world-writable folder, another user may use any name.
    if (ending === undefined || host === undefined || !isOwnPath(path)) return [];
    const pid = Number(digits);
    // The same PID as this process means a former process.
    const isAbandoned = host === HOST && (pid === process.pid || !isRunning(pid, started));
    const madeFor = join(folder, name.slice(0, -ending.length));
    return [{ path, madeFor, host, pid, isReplaced: kind === 'replaced', isAbandoned }];
  });
}
