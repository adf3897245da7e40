/** What workerd logs of its disk: a call that meets a full disk may never be answered. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AnswerLost } from './bucket-problem.ts';

/** The words of the operating system and of SQLite. */
const FULL = /No space left on device|SQLITE_FULL|Disk quota exceeded/i;
/** With less, SQLite cannot extend its files and reports another error. */
const LEAST_FREE_BYTES = 256 * 1024;

/** The disk of the local bucket is full. */
export class DiskFull extends AnswerLost {
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The disk is full: the local bucket in ${folder} cannot be written.`,
      'Make room on it, and start the command again: it goes on where it ended.',
      options,
    );
  }
}

/** The disk that workerd writes to. */
export class LocalDisk {
  readonly #folder: string;
  readonly #full = new AbortController();
  /** The first line of what workerd logged last. */
  #logged: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Aborted with a {@link DiskFull} as its reason once workerd logs that the disk is full. */
  get full(): AbortSignal {
    return this.#full.signal;
  }

  noteLog(message: string): void {
    this.#logged = firstLine(message);
    if (FULL.test(message)) this.#full.abort(new DiskFull(this.#folder));
  }

  /**
   * Why a call failed.
   * @param failed what failed, as the beginning of a sentence
   */
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
    // What has no blocks at all is no disk that can be full.
    return blocks > 0 && bavail * bsize < LEAST_FREE_BYTES;
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0];
