/** Creates folders with mode 700, and requires that paths belong to this user. */
import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { PlatformProblem } from '../failures/problem.ts';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * An existing one must be private: its content could be another user's.
 * @throws PlatformProblem unless it is private; ErrnoException
 */
export function makePrivateFolder(path: string): void {
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) === undefined) requirePrivateFolder(path);
}

/** @throws PlatformProblem for an existing path, perhaps another user's */
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

/** @throws PlatformProblem where another user owns the folder or its link, or may write to it */
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

/** @throws PlatformProblem for another user's file at a default path */
export function requireOwnFile(path: string): void {
  if (!existsSync(path) || isOwnPath(path)) return;
  throw new PlatformProblem(
    `${path} belongs to another user`,
    'Name it in the configuration if it is to be used, or remove it.',
  );
}

/** Does not follow a link. */
export const isOwnPath = (path: string): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && isOwn(stats.uid);
};

export const isOwn = (uid: number): boolean => process.geteuid === undefined || uid === process.geteuid();
