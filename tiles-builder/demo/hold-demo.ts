/** One process at a time prepares and serves the demo: the system lets go of its hold when it ends, however it ends. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { PlatformProblem } from '../failures/problem.ts';

/** SQLite's number for a database that another process has locked. */
const LOCKED = 5;
/** A lock that nothing refers to any more would be collected, and let go of. */
const held = new Set<DatabaseSync>();
const holderSchema = v.object({ pid: v.number(), url: v.string() });

export interface Hold {
  readonly release: () => void;
}

/**
 * @param url where this process is going to serve
 * @throws PlatformProblem where another process holds the folder, which is left as it is
 */
export function holdDemo(demoFolder: string, url: string): Hold {
  mkdirSync(demoFolder, { recursive: true, mode: 0o700 });
  // An empty database, only for its lock.
  const lock = new DatabaseSync(join(demoFolder, 'lock'));
  const holderFile = join(demoFolder, 'holder.json');
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== LOCKED) throw cause;
    throw new PlatformProblem(
      `another npm start runs in this folder${holderIn(holderFile)}`,
      'Use that one, or end it first. This one has changed nothing.',
      { cause },
    );
  }
  writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, url })}\n`);
  held.add(lock);
  return {
    release: () => {
      held.delete(lock);
      lock.close();
    },
  };
}

/** Who holds the folder, as far as it has said so yet. */
function holderIn(file: string): string {
  try {
    const { pid, url } = v.parse(holderSchema, JSON.parse(readFileSync(file, 'utf8')));
    return `: it serves ${url}, or is about to (process ${pid})`;
  } catch {
    return '';
  }
}
