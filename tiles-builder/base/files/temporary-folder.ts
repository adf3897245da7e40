/** Makes this process's folder for temporary data, removed at its end, or by {@link removeAbandonedFolders} if it was killed. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { leftoversIn, removeLeftovers, unfinishedOf } from './atomic-folder.ts';

/** The name cannot be guessed, as all users may write into the folder. */
const NAME = `population-count-${randomBytes(8).toString('hex')}`;
const NAMES = /^population-count-[0-9a-f]{16}$/;
/** Passed to threads, which have own instances of this module. */
const SHARED = 'temporary folder of the process';

const inSystemFolder = unfinishedOf(join(tmpdir(), NAME));
if (temporaryPath() === undefined) setEnvironmentData(SHARED, inSystemFolder);
if (isMainThread) process.on('exit', removeTemporaryData);

/**
 * Moves temporary data of this process and later threads into a private folder.
 * @returns restores the former place
 */
export function moveTemporaryDataInto(folder: string): () => void {
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

export function temporaryFolder(): string {
  const path = temporaryPath();
  try {
    mkdirSync(path, { mode: 0o700 });
    removeAbandonedFolders();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  return path;
}

export const newTemporaryFolder = (purpose: string): string =>
  mkdtempSync(join(temporaryFolder(), `${purpose}-`));

export function removeTemporaryData(): void {
  removeFolder(temporaryPath());
  removeFolder(inSystemFolder);
}

function removeFolder(path: string): void {
  if (existsSync(path)) rmSync(path, { recursive: true, maxRetries: 3 });
}

/** Removes folders of this user's killed processes. */
export const removeAbandonedFolders = (folder = tmpdir()): string[] =>
  removeLeftovers(
    leftoversIn(folder).filter(
      ({ path, madeFor, isReplaced }) =>
        NAMES.test(basename(madeFor)) && !isReplaced && path !== unfinishedOf(madeFor),
    ),
  );
