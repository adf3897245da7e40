/**
 * Spills records to disk by partition: a file for each gets buffered, compressed appends, and a final list of sizes tells
 * damaged files from empty ones.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { packed, unpacked } from '../base/files/packed-file.ts';

const MOST_WAITING_BYTES = 8 * 1024 * 1024;
const LIST_FILE = 'files.json';
const LENGTH_BYTES = 4;

export class PartitionSpill {
  readonly #folder: string;
  readonly #mostWaiting_bytes: number;
  readonly #waiting = new Map<Cell, Uint8Array[]>();
  readonly #sizes: Map<Cell, number>;
  #waiting_bytes = 0;

  /** @param folder created if missing; without a spill */
  constructor(folder: string, mostWaiting_bytes = MOST_WAITING_BYTES, sizes = new Map<Cell, number>()) {
    this.#folder = folder;
    this.#mostWaiting_bytes = mostWaiting_bytes;
    this.#sizes = sizes;
    mkdirSync(folder, { recursive: true });
  }

  /**
   * Opens another step's spill.
   * @throws Error if it is incomplete or missing
   */
  static finished(folder: string): PartitionSpill {
    const sizes: Record<Cell, number> = JSON.parse(readFileSync(join(folder, LIST_FILE), 'utf8'));
    return new PartitionSpill(folder, MOST_WAITING_BYTES, new Map(Object.entries(sizes)));
  }

  append(partition: Cell, record: Uint8Array): void {
    if (this.#waiting_bytes + record.length > this.#mostWaiting_bytes) this.#flush();
    const own = this.#waiting.get(partition);
    // Writers reuse their record, of which `slice` of a Buffer would be a view.
    const copy = Buffer.from(record);
    if (own) own.push(copy);
    else this.#waiting.set(partition, [copy]);
    this.#waiting_bytes += record.length;
  }

  finish(): void {
    this.#flush();
    writeFileSync(join(this.#folder, LIST_FILE), JSON.stringify(Object.fromEntries(this.#sizes)));
  }

  /** Lists partitions with records, ascending. */
  partitions(): Cell[] {
    this.#flush();
    return [...this.#sizes.keys()].sort();
  }

  /**
   * Returns records in the order of appending, none for a partition without any.
   * @throws Error for a missing, truncated or damaged file
   */
  read(partition: Cell): Buffer {
    this.#flush();
    const size = this.#sizes.get(partition);
    if (size === undefined) return Buffer.alloc(0);
    const file = join(this.#folder, partition);
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

  remove(): void {
    this.#waiting.clear();
    this.#waiting_bytes = 0;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #flush(): void {
    for (const [partition, records] of this.#waiting) {
      const bytes = Buffer.concat(records);
      const piece = packed(bytes);
      const head = Buffer.alloc(LENGTH_BYTES);
      head.writeUInt32LE(piece.length);
      appendFileSync(join(this.#folder, partition), Buffer.concat([head, piece]));
      this.#sizes.set(partition, (this.#sizes.get(partition) ?? 0) + bytes.length);
    }
    this.#waiting.clear();
    this.#waiting_bytes = 0;
  }
}
