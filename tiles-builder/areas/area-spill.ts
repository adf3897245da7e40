/** A folder with one file for each area, to which a step appends what later steps want to know of the area. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';

const MOST_WAITING_BYTES = 8 * 1024 * 1024;
const FIRST_BUFFER_BYTES = 4 * 1024;

/** Bytes that wait for their file. */
interface Waiting {
  bytes: Buffer;
  length: number;
}

/** What is appended waits in memory, all areas together in at most `mostWaiting_bytes`, until `flush`, `areas` or `read`. */
export class AreaSpill {
  readonly #folder: string;
  readonly #mostWaiting_bytes: number;
  readonly #waiting = new Map<Cell, Waiting>();
  #waiting_bytes = 0;

  /** @param folder is made where it is not there; what it holds already stays, and more is appended to it */
  constructor(folder: string, mostWaiting_bytes = MOST_WAITING_BYTES) {
    this.#folder = folder;
    this.#mostWaiting_bytes = mostWaiting_bytes;
    mkdirSync(folder, { recursive: true });
  }

  /** @param record is copied */
  append(area: Cell, record: Uint8Array): void {
    if (this.#waiting_bytes + record.length > this.#mostWaiting_bytes) this.flush();
    let own = this.#waiting.get(area);
    if (!own) {
      own = { bytes: Buffer.allocUnsafe(Math.max(FIRST_BUFFER_BYTES, record.length)), length: 0 };
      this.#waiting.set(area, own);
    } else if (own.length + record.length > own.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * own.bytes.length, own.length + record.length));
      own.bytes.copy(grown, 0, 0, own.length);
      own.bytes = grown;
    }
    own.bytes.set(record, own.length);
    own.length += record.length;
    this.#waiting_bytes += record.length;
  }

  /** Brings all that waits to the disk. */
  flush(): void {
    for (const [area, { bytes, length }] of this.#waiting) {
      appendFileSync(join(this.#folder, area), bytes.subarray(0, length));
    }
    this.#waiting.clear();
    this.#waiting_bytes = 0;
  }

  /** The areas of which something is known, ascending. */
  areas(): Cell[] {
    this.flush();
    return readdirSync(this.#folder).sort();
  }

  /** All records of an area one after the other, in the order in which they were appended; nothing where there are none. */
  read(area: Cell): Buffer {
    this.flush();
    const file = join(this.#folder, area);
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  }

  /** Removes the folder, and what waits for it. */
  remove(): void {
    this.#waiting.clear();
    this.#waiting_bytes = 0;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
