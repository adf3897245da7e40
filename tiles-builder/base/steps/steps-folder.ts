/** Stores the results of steps: a folder for each, written atomically. A file lock admits one process. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { PlatformProblem } from '../failures/problem.ts';
import {
  isUnfinished,
  type Leftover,
  leftoversIn,
  makeAtomically,
  unfinishedOf,
} from '../files/atomic-folder.ts';
import { destinationOf } from '../files/destination.ts';
import { acquireLock, type FileLock, lockOwner } from '../files/file-lock.ts';

const STEP_NAME = /^[a-z-]+-[0-9a-f]{16}$/;
const AT_WORK = 'at-work';
const LOCK = join(AT_WORK, 'lock');
/** List of the parts of a complete step, in its folder. */
const ALL_PARTS = 'all-parts';
const partsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const holderSchema = v.object({ host: v.string(), pid: v.number() });

export const stepsFolderOf = (dataset: string): string => `${destinationOf(dataset)}.steps`;

export class StepsFolder {
  readonly path: string;
  readonly #lock: FileLock;

  /**
   * Opens the folder, or creates it for its owner alone, as steps reveal groups' members.
   * @throws PlatformProblem while another process has it open
   */
  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = acquireLock(join(path, LOCK), { host: hostname(), pid: process.pid });
    if (lock === null) throw inUse(path);
    this.#lock = lock;
  }

  folderOf(name: string): string {
    return join(this.path, name);
  }

  isComplete(name: string, hasParts: boolean): boolean {
    if (!hasParts) return existsSync(this.folderOf(name));
    const parts = this.#namedParts(name);
    if (parts === null) return false;
    const there = this.partsIn(name);
    return parts.every((part) => there.has(part));
  }

  partsIn(name: string): ReadonlySet<string> {
    const folder = this.folderOf(name);
    const found = existsSync(folder) ? readdirSync(folder) : [];
    return new Set(found.filter((part) => part !== ALL_PARTS && !isUnfinished(part)));
  }

  /**
   * All parts of a complete step, ascending.
   * @throws Error if it is not complete
   */
  partsOf(name: string): string[] {
    if (!this.isComplete(name, true)) throw new Error(`${name} lacks parts`);
    return this.#namedParts(name)!.sort();
  }

  make(name: string, fill: (folder: string) => Promise<void>): Promise<void> {
    return makeAtomically(this.folderOf(name), fill);
  }

  makePart(name: string, part: string, fill: (folder: string) => Promise<void>): Promise<void> {
    mkdirSync(this.folderOf(name), { mode: 0o700, recursive: true });
    return makeAtomically(join(this.folderOf(name), part), fill);
  }

  /** Call this when all parts exist. */
  completeParts(name: string, parts: readonly string[]): void {
    const folder = this.folderOf(name);
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const unfinished = unfinishedOf(join(folder, ALL_PARTS));
    writeFileSync(unfinished, JSON.stringify(parts));
    renameSync(unfinished, join(folder, ALL_PARTS));
  }

  /** Returns `null` if the names are not recorded, or damaged. */
  #namedParts(name: string): string[] | null {
    const file = join(this.folderOf(name), ALL_PARTS);
    if (!existsSync(file)) return null;
    const { success, output } = v.safeParse(partsSchema, readFileSync(file, 'utf8'));
    return success ? output : null;
  }

  /** Lists existing steps, complete or not. */
  names(): string[] {
    return readdirSync(this.path).filter((name) => STEP_NAME.test(name));
  }

  /** An interrupted removal leaves no valid step. */
  remove(name: string): void {
    const leaving = unfinishedOf(this.folderOf(name));
    renameSync(this.folderOf(name), leaving);
    rmSync(leaving, { recursive: true });
  }

  /** As the lock admits nobody else, on any machine, the processes that left these have ended. */
  leftovers(): Leftover[] {
    return [this.path, ...this.names().map((name) => this.folderOf(name))]
      .flatMap(leftoversIn)
      .map((left) => ({ ...left, isAbandoned: true }));
  }

  /** Releases the lock. Steps stay; an otherwise empty folder is removed. */
  close(): void {
    if (readdirSync(this.path).every((name) => name === AT_WORK)) rmSync(this.path, { recursive: true });
    this.#lock.release();
  }
}

function inUse(path: string): PlatformProblem {
  const { success, output } = v.safeParse(holderSchema, lockOwner(join(path, LOCK)));
  return new PlatformProblem(
    `${path} is in use by another build${success ? ` (process ${output.pid} on ${output.host})` : ''}`,
    'Wait until it has ended, or end it. This one has changed nothing.',
  );
}
