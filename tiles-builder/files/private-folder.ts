/** Creates folders that only their owner may write to. */
import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { PlatformProblem } from '../failures/problem.ts';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes a folder that its owner alone may read. A folder that is there already must belong to this user, and nobody else may be
 * allowed to write to it: what lies in it could be another user's.
 * @throws PlatformProblem where it is not private; ErrnoException where it cannot be made
 */
export function makePrivateFolder(path: string): void {
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) === undefined) requirePrivateFolder(path);
}

/**
 * Makes a folder that its owner alone may read.
 * @throws PlatformProblem where something is there already: in a folder that is open to all another user may have put it there
 */
export function makeNewFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new PlatformProblem(
      `${path} is there already, and this process has not made it`,
      'Find out who has, and remove it.',
      { cause },
    );
  }
}

/** @throws PlatformProblem where another user owns the folder, or a link to it, or may write to it */
export function requirePrivateFolder(path: string): void {
  const stats = statSync(path);
  const fault = ![stats, lstatSync(path)].every(({ uid }) => isOwn(uid))
    ? 'belongs to another user'
    : process.platform !== 'win32' && (stats.mode & WRITABLE_BY_OTHERS) !== 0
      ? 'can be written to by other users'
      : null;
  if (fault === null) return;
  throw new PlatformProblem(
    `${path} ${fault}`,
    'Name another folder, or remove this one if nothing of yours is in it.',
  );
}

/**
 * For a file that nobody has named: where it lies, another user may have put it.
 * @throws PlatformProblem where the file is there and belongs to another user
 */
export function requireOwnFile(path: string): void {
  if (!existsSync(path) || isOwnPath(path)) return;
  throw new PlatformProblem(
    `${path} belongs to another user`,
    'Name it in the configuration if it is to be used, or remove it.',
  );
}

/** Whether this user owns what lies at a path; a link is not followed. */
export const isOwnPath = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && isOwn(stats.uid);
};

/** Whether an owner is this user. */
export const isOwn = (uid: number): boolean => process.geteuid === undefined || uid === process.geteuid();
