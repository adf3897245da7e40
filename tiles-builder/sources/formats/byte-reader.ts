/** Reads a file sequentially through a buffer; a read past the end of the file is `BadInput`. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { BadInput } from '../../base/failures/bad-input.ts';

const CHUNK_BYTES = 1 << 18;

export class ByteReader {
  readonly #file: string;
  readonly #descriptor: number;
  #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #start = 0;
  #end = 0;
  #beyond: number;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(file, 'r');
    this.#beyond = fstatSync(this.#descriptor).size;
  }

  get left(): number {
    return this.#end - this.#start + this.#beyond;
  }

  /** @returns view, valid until the next call */
  take(length: number, what: string): Buffer {
    this.#require(length, what);
    if (length > this.#end - this.#start) this.#fill(length);
    this.#start += length;
    return this.#chunk.subarray(this.#start - length, this.#start);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #require(length: number, what: string): void {
    if (length >= 0 && length <= this.left) return;
    throw new BadInput(this.#file, what, 'the file is cut off or damaged: it ends before', WHOLE_FILE);
  }

  #fill(length: number): void {
    const kept = this.#chunk.subarray(this.#start, this.#end);
    const room = length > this.#chunk.length ? Buffer.allocUnsafe(length) : this.#chunk;
    kept.copy(room);
    this.#chunk = room;
    [this.#start, this.#end] = [0, kept.length];
    while (this.#end < length) {
      const read = readSync(this.#descriptor, room, this.#end, room.length - this.#end, null);
      if (read === 0) throw new BadInput(this.#file, null, 'became shorter while it was read');
      this.#end += read;
      this.#beyond -= read;
    }
  }
}

export const WHOLE_FILE = 'Fetch or export it again, and compare its size with that at the source.';
