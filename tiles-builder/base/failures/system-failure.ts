/** Explains error codes of the operating system (ENOSPC, EACCES and others) in words, by a table of reasons and advice. */
import { EXIT, type ExitCode } from './problem.ts';

export interface SystemFailure {
  /** Follows the file's name. */
  readonly reason: string;
  readonly advice: string | null;
  readonly exitCode: ExitCode;
}

const input = (reason: string): SystemFailure => ({ reason, advice: null, exitCode: EXIT.input });
const platform = (reason: string, advice: string): SystemFailure => ({
  reason,
  advice,
  exitCode: EXIT.platform,
});

const mayNot = platform(
  'may not be read or written by this user',
  'Change its permissions, or name another place.',
);
export const NOT_THERE = 'is not there';

const FAILURES: Readonly<Record<string, SystemFailure>> = {
  ENOENT: input(NOT_THERE),
  EISDIR: input('is a folder, where a file is expected'),
  EEXIST: input('is there already, and is no folder'),
  ENOTDIR: input('cannot be there: a part of its path is a file and no folder'),
  ELOOP: input('cannot be reached: symbolic links lead in a circle'),
  ENAMETOOLONG: input('has a name that is too long for the system'),
  EACCES: mayNot,
  EPERM: mayNot,
  EROFS: platform('is on a disk that can only be read', 'Name a place on another disk.'),
  ENOSPC: platform('cannot be written: the disk is full', 'Make room, or name a place on another disk.'),
  EDQUOT: platform('cannot be written: the quota is used up', 'Make room, or name a place on another disk.'),
  EFBIG: platform(
    'would be larger than a file may be here',
    'Raise the limit, or name a place on another disk.',
  ),
  EBUSY: platform('is in use by the system', 'Name another place.'),
  EMFILE: platform('cannot be opened: too many files are open', 'Raise the limit of open files (ulimit -n).'),
  EIO: platform('cannot be read or written: the disk reports an error', 'Look after the disk.'),
};

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

export const isDiskFull = (error: unknown): boolean =>
  FULL.has((error as NodeJS.ErrnoException | null)?.code);

/** Returns the file on which an operation failed; for a full disk, the target of a copy. */
export function refusedFile(error: unknown): string {
  const { path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  return (isDiskFull(error) ? dest : undefined) ?? path ?? 'A file';
}

export function systemFailure(error: unknown): SystemFailure | null {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined) return null;
  // Node.js reports ENOENT for parent folders that it cannot create.
  return code === 'ENOENT' && syscall === 'mkdir' ? FAILURES.EROFS : (FAILURES[code] ?? null);
}

/**
 * Says why a file is unusable, in words that follow its name.
 * @param otherwise precedes other errors' messages
 */
export function reasonOf(error: unknown, otherwise?: string): string {
  const { message } = error as Error;
  return systemFailure(error)?.reason ?? (otherwise === undefined ? message : `${otherwise}: ${message}`);
}
