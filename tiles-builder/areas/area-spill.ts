/**
 * Spills records to disk by partition: a folder with one file for each area, to which a step appends for later steps.
 * What is appended at a time is packed, and a list says in the end how much should be there of each area: damage is never emptiness.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { packed, unpacked } from '../files/packed-file.ts';

const MOST_WAITING_BYTES = 8 * 1024 * 1024;
const FIRST_BUFFER_BYTES = 4 * 1024;
/** How many bytes were appended of each area. */
const LIST_FILE = 'files.json';
/** Before what was packed at a time stands how many bytes it has. */
const LENGTH_BYTES = 4;

/** Bytes that wait for their file. */
interface Waiting {
  bytes: Buffer;
  length: number;
}

/** What is appended waits in memory, all areas together in at most `mostWaiting_bytes`, until `finish`, `areas` or `read`. */
export class AreaSpill {
  readonly #folder: string;
  readonly #mostWaiting_bytes: number;
  readonly #waiting = new Map<Cell, Waiting>();
  /** Bytes of each area, as they were appended, that are on the disk. */
  readonly #sizes: Map<Cell, number>;
  #waiting_bytes = 0;

  /** @param folder is made where it is not there, and holds nothing of a spill yet */
  constructor(folder: string, mostWaiting_bytes = MOST_WAITING_BYTES, sizes = new Map<Cell, number>()) {
    this.#folder = folder;
    this.#mostWaiting_bytes = mostWaiting_bytes;
    this.#sizes = sizes;
    mkdirSync(folder, { recursive: true });
  }

  /** What another step has spilled. @throws Error where it did not come to its end, or its folder is gone */
  static finished(folder: string): AreaSpill {
    const sizes: Record<Cell, number> = JSON.parse(readFileSync(join(folder, LIST_FILE), 'utf8'));
    return new AreaSpill(folder, MOST_WAITING_BYTES, new Map(Object.entries(sizes)));
  }

  /** @param record is copied */
  append(area: Cell, record: Uint8Array): void {
    if (this.#waiting_bytes + record.length > this.#mostWaiting_bytes) this.#flush();
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

  /** Brings all that waits to the disk, and the list of what is there, for other processes too. */
  finish(): void {
    this.#flush();
    writeFileSync(join(this.#folder, LIST_FILE), JSON.stringify(Object.fromEntries(this.#sizes)));
  }

  /** The areas of which something is known, ascending. */
  areas(): Cell[] {
    this.#flush();
    return [...this.#sizes.keys()].sort();
  }

  /**
   * All records of an area one after the other, in the order in which they were appended; nothing where there are none.
   * @throws Error where the area's file is missing, cut or damaged
   */
  read(area: Cell): Buffer {
    this.#flush();
    const size = this.#sizes.get(area);
    if (size === undefined) return Buffer.alloc(0);
    const file = join(this.#folder, area);
    const bytes = readFileSync(file);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + LENGTH_BYTES + bytes.readUInt32LE(at);
      pieces.push(unpacked(bytes.subarray(at + LENGTH_BYTES, end)));
      at = end;
    }
    const all = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    if (all.length !== size) throw new Error(`${file} holds ${all.length} bytes instead of ${size}`);
    return all;
  }

  /** Removes the folder, and what waits for it. */
  remove(): void {
    this.#waiting.clear();
    this.#waiting_bytes = 0;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #flush(): void {
    for (const [area, { bytes, length }] of this.#waiting) {
      const piece = packed(bytes.subarray(0, length));
      const head = Buffer.alloc(LENGTH_BYTES);
      head.writeUInt32LE(piece.length);
      appendFileSync(join(this.#folder, area), Buffer.concat([head, piece]));
      this.#sizes.set(area, (this.#sizes.get(area) ?? 0) + length);
    }
    this.#waiting.clear();
    this.#waiting_bytes = 0;
  }
}
