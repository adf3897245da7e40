/**
 * Creates folders atomically (temporary name, sync, rename). It removes what ended processes left, and restores what they were
 * about to replace.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOST, isRunning, STARTED } from './process-name.ts';
import { syncNames, syncToDisk } from './sync-to-disk.ts';

const UNFINISHED = /\.(unfinished|replaced)-(.+)-(\d+)-(\d+)$/;
const OWN = `${HOST}-${process.pid}-${STARTED}`;

export const unfinishedOf = (path: string): string => `${path}.unfinished-${OWN}`;

export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

/** Path to which this process moves what it replaces. */
export const replacedOf = (path: string): string => `${path}.replaced-${OWN}`;

/** If another process creates the folder meanwhile, that one stays. */
export async function makeAtomically(
  folder: string,
  make: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = unfinishedOf(folder);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    await make(unfinished);
    await syncToDisk(unfinished);
    if (!existsSync(folder)) renameSync(unfinished, folder);
    await syncNames(dirname(folder));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * @param finished may be missing
 * @returns replaced path, to be removed
 */
export function replace(path: string, finished: string): string {
  const replaced = replacedOf(path);
  if (existsSync(path)) renameSync(path, replaced);
  if (existsSync(finished)) renameSync(finished, path);
  return replaced;
}

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
  /** Path that it was made for, or from which it was moved. */
  readonly madeFor: string;
  readonly host: string;
  readonly pid: number;
  readonly isReplaced: boolean;
  /** Its process has ended. */
  readonly isAbandoned: boolean;
}

export function leftoversIn(folder: string): Leftover[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [ending, kind, host, digits, started] = UNFINISHED.exec(name) ?? [];
    const path = join(folder, name);
    if (ending === undefined || host === undefined || !isOwn(path)) return [];
    const pid = Number(digits);
    // A former process may have had this PID.
    const isAbandoned = host === HOST && (pid === process.pid || !isRunning(pid, started));
    const madeFor = join(folder, name.slice(0, -ending.length));
    return [{ path, madeFor, host, pid, isReplaced: kind === 'replaced', isAbandoned }];
  });
}

/** Tells whether this user may remove the path, as killed processes of other users leave paths there, too. */
const isOwn = (path: string): boolean =>
  process.geteuid === undefined || lstatSync(path, { throwIfNoEntry: false })?.uid === process.geteuid();
