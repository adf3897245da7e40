/** Detects a full disk: by a line of workerd's log, which aborts unanswered calls, or by free blocks after a failure. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AnswerLost } from './bucket.ts';

/** Of operating system and SQLite. */
const FULL = /No space left on device|SQLITE_FULL|Disk quota exceeded/i;
/** SQLite then fails with another error. */
const LEAST_FREE_BYTES = 256 * 1024;

export class DiskFull extends AnswerLost {
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The disk is full: the local bucket in ${folder} cannot be written.`,
      'Make room on it, and start the command again: it goes on where it ended.',
      options,
    );
  }
}

export class LocalDisk {
  readonly #folder: string;
  readonly #full = new AbortController();
  #logged: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Its reason is a {@link DiskFull}. */
  get full(): AbortSignal {
    return this.#full.signal;
  }

  noteLog(message: string): void {
    this.#logged = firstLine(message);
    if (FULL.test(message)) this.#full.abort(new DiskFull(this.#folder));
  }

  async problemOf(failed: string, cause: unknown): Promise<AnswerLost> {
    if (this.full.aborted || (await this.#isFull())) return new DiskFull(this.#folder, { cause });
    const reason = firstLine((cause as Error).message);
    const logged = this.#logged === null ? '' : `; workerd: ${this.#logged}`;
    return new AnswerLost(
      `${failed} (${reason}${logged}).`,
      'Start the command again; if that does not help, end other processes on this folder and look at its disk.',
      { cause },
    );
  }

  async #isFull(): Promise<boolean> {
    let folder = this.#folder;
    while (!existsSync(folder)) folder = dirname(folder);
    const { blocks, bavail, bsize } = await statfs(folder);
    // A disk without blocks cannot be full.
    return blocks > 0 && bavail * bsize < LEAST_FREE_BYTES;
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0];
