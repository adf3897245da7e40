/**
 * Temporary data. A process has one folder for it, named after the process, that its owner alone may read. It goes when the
 * process ends; what a killed process left is removed by {@link removeAbandonedFolders}.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { requirePrivateFolder } from './private-folder.ts';
import { leftoversIn, removeLeftovers, unfinishedOf } from './whole-folder.ts';

/** Nobody guesses it: the system's folder for temporary files is open to all users. */
const NAME = `population-count-${randomBytes(8).toString('hex')}`;
const NAMES = /^population-count-[0-9a-f]{16}$/;
/** For threads that start later, which have this module's variables of their own. */
const SHARED = 'temporary folder of the process';

const inSystemFolder = unfinishedOf(join(tmpdir(), NAME));
if (temporaryPath() === undefined) setEnvironmentData(SHARED, inSystemFolder);
if (isMainThread) process.on('exit', removeTemporaryData);

/**
 * Puts the temporary data of this process, and of threads that it starts from now on, into a private folder such as that of steps.
 * @returns removes it, and puts what follows where it was before
 */
export function keepTemporaryDataIn(folder: string): () => void {
  const before = temporaryPath();
  setEnvironmentData(SHARED, unfinishedOf(join(folder, 'temporary')));
  return () => {
    removeFolder(temporaryPath());
    setEnvironmentData(SHARED, before);
  };
}

function temporaryPath(): string {
  return getEnvironmentData(SHARED) as string;
}

/** The process's folder for temporary data, made where it is missing. @throws PlatformProblem where another user has put it there */
export function temporaryFolder(): string {
  const path = temporaryPath();
  try {
    mkdirSync(path, { mode: 0o700 });
    removeAbandonedFolders();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    requirePrivateFolder(path);
  }
  return path;
}

/** A new folder in it. @param purpose how its name begins */
export const newTemporaryFolder = (purpose: string): string =>
  mkdtempSync(join(temporaryFolder(), `${purpose}-`));

/** Removes the temporary data of this process, wherever they lie. */
export function removeTemporaryData(): void {
  removeFolder(temporaryPath());
  removeFolder(inSystemFolder);
}

function removeFolder(path: string): void {
  if (existsSync(path)) rmSync(path, { recursive: true, maxRetries: 3 });
}

/**
 * Removes what this user's processes of this machine left in the system's folder for temporary files when they were killed.
 * @returns the paths
 */
export const removeAbandonedFolders = (folder = tmpdir()): string[] =>
  removeLeftovers(
    leftoversIn(folder).filter(
      ({ path, madeFor, isReplaced }) =>
        NAMES.test(basename(madeFor)) && !isReplaced && path !== unfinishedOf(madeFor),
    ),
  );
