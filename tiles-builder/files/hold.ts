/** Holds: one process at a time has one, and the system lets go of it when that process ends, however it ends. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's number for a database that another process has locked. */
const LOCKED = 5;
/** Whoever only looks whether a file is held has it for a moment. */
const WAIT_MS = 1_000;
/** A lock that nothing refers to any more would be collected, and let go of. */
const held = new Set<DatabaseSync>();

export interface Hold {
  readonly release: () => void;
}

/**
 * Takes the hold of a file, an empty database that is there for its lock alone. Beside it, `FILE.json` tells who has it.
 * Whoever reads or copies the file itself may break the lock. Makes the folder, for its owner alone.
 * @param holder what others may know of this process
 * @returns `null` where another process has it
 * @throws ErrnoException where the folder may not be made or written to
 */
export function takeHold(file: string, holder: object): Hold | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  accessSync(dirname(file), constants.W_OK);
  const lock = locked(file, WAIT_MS);
  if (lock === null) return null;
  if (!existsSync(file)) {
    // Who had it has removed it between its opening and its lock: nobody else would find this one.
    lock.close();
    return takeHold(file, holder);
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

/** Whether a process has the hold of a file. */
export function isHeld(file: string): boolean {
  const lock = locked(file, 0);
  lock?.close();
  return lock === null;
}

/** What the last process to take a hold said of itself; `null` where it has not, or not yet. */
export function holderOf(file: string): unknown {
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
