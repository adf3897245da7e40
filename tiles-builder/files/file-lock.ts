/** An advisory file lock, owned by one process and released by the operating system when that process exits. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY is 5. */
const LOCKED = 5;
/** {@link isLocked} briefly takes the lock to test it. */
const WAIT_MS = 1_000;
/** References to open databases: garbage collection would close them and release their locks. */
const held = new Set<DatabaseSync>();

export interface FileLock {
  readonly release: () => void;
}

/**
 * Acquires the lock of a file, an empty SQLite database, and writes its holder to `FILE.json`. Reading or copying the file may
 * break the lock. Creates the folder, readable only by its owner.
 * @param holder public description of this process
 * @returns `null` while another process owns the lock
 * @throws ErrnoException where the folder cannot be created or written
 */
export function acquireLock(file: string, holder: object): FileLock | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  accessSync(dirname(file), constants.W_OK);
  const lock = locked(file, WAIT_MS);
  if (lock === null) return null;
  if (!existsSync(file)) {
    // The previous owner removed the file between our opening and locking it: nobody else would find this lock.
    lock.close();
    return acquireLock(file, holder);
  }
  writeFileSync(`${file}.json`, `${JSON.stringify(holder)}\n`);
  held.add(lock);
  return {
    release: () => {
      held.delete(lock);
      lock.close();
    },
  };
}

/** Whether a process owns the lock of a file. */
export function isLocked(file: string): boolean {
  const lock = locked(file, 0);
  lock?.close();
  return lock === null;
}

/** The last owner's description of itself; `null` if none yet. */
export function lockHolder(file: string): unknown {
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
