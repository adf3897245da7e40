/** Locks a file for one process by a locked SQLite database; the operating system releases the lock when the process exits. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCKED = 5;
/** {@link isLocked} briefly takes the lock. */
const WAIT_MS = 1_000;
/** Garbage collection would close databases and release their locks. */
const openDatabases = new Set<DatabaseSync>();

export interface FileLock {
  readonly release: () => void;
}

/**
 * Writes the owner to `FILE.json`. Reading `FILE` may break the lock.
 * @returns `null` while another process owns the lock
 */
export function acquireLock(file: string, holder: object): FileLock | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  accessSync(dirname(file), constants.W_OK);
  const lock = locked(file, WAIT_MS);
  if (lock === null) return null;
  if (!existsSync(file)) {
    // The previous owner removed the file before we locked it.
    lock.close();
    return acquireLock(file, holder);
  }
  writeFileSync(`${file}.json`, `${JSON.stringify(holder)}\n`);
  openDatabases.add(lock);
  return {
    release: () => {
      openDatabases.delete(lock);
      lock.close();
    },
  };
}

export function isLocked(file: string): boolean {
  const lock = locked(file, 0);
  lock?.close();
  return lock === null;
}

/** Returns the last owner's description of itself, if there is one. */
export function lockOwner(file: string): unknown {
  try {
    return JSON.parse(readFileSync(`${file}.json`, 'utf8'));
  } catch {
    return null;
  }
}

function locked(file: string, timeout: number): DatabaseSync | null {
  const lock = new DatabaseSync(resolve(file), { timeout });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== LOCKED) throw cause;
    return null;
  }
}
