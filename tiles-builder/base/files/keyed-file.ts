/** File of values by key, streamed and written atomically, with an index of offsets and SHA-256 at its end. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { BadInput } from '../failures/bad-input.ts';
import { reasonOf } from '../failures/system-failure.ts';

const SHA256_BYTES = 32;
const LENGTH_BYTES = 8;

interface Piece {
  readonly offset_bytes: number;
  readonly bytes: number;
  readonly sha256: Uint8Array;
}

type Index = ReadonlyMap<string, Piece>;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export class KeyedFileWriter {
  readonly #file: string;
  readonly #unfinished: string;
  readonly #open: number;
  readonly #pieces = new Map<string, Piece>();
  #length_bytes = 0;

  constructor(file: string) {
    this.#file = file;
    this.#unfinished = `${file}.unfinished`;
    this.#open = openSync(this.#unfinished, 'w');
  }

  /** @throws RangeError for a duplicate key */
  add(key: string, bytes: Uint8Array): void {
    if (this.#pieces.has(key)) throw new RangeError(`${this.#file} has two pieces ${key}`);
    this.#pieces.set(key, {
      offset_bytes: this.#length_bytes,
      bytes: bytes.byteLength,
      sha256: sha256(bytes),
    });
    this.#append(bytes);
  }

  finish(): void {
    const index = serialize(this.#pieces satisfies Index);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeBigUInt64LE(BigInt(index.byteLength));
    this.#append(Buffer.concat([index, length, sha256(index)]));
    closeSync(this.#open);
    renameSync(this.#unfinished, this.#file);
  }

  abandon(): void {
    closeSync(this.#open);
    rmSync(this.#unfinished, { force: true });
  }

  #append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(this.#open, bytes, done);
    this.#length_bytes += bytes.byteLength;
  }
}

export class KeyedFile {
  readonly #file: string;
  readonly #open: number;
  readonly #pieces: ReadonlyMap<string, Piece>;

  constructor(file: string) {
    this.#file = file;
    try {
      this.#open = openSync(file, 'r');
    } catch (cause) {
      throw new BadInput(file, null, reasonOf(cause));
    }
    this.#pieces = this.#readIndex();
  }

  has(key: string): boolean {
    return this.#pieces.has(key);
  }

  read(key: string): Buffer {
    const piece = this.#pieces.get(key);
    if (!piece) throw new BadInput(this.#file, key, 'is not in it');
    const bytes = this.#readAt(piece.offset_bytes, piece.bytes);
    if (!sha256(bytes).equals(piece.sha256)) throw this.#damaged();
    return bytes;
  }

  close(): void {
    closeSync(this.#open);
  }

  #readIndex(): Index {
    const footer_bytes = LENGTH_BYTES + SHA256_BYTES;
    const size_bytes = fstatSync(this.#open).size;
    const footer = this.#readAt(size_bytes - footer_bytes, footer_bytes);
    const bytes = Number(footer.readBigUInt64LE());
    const index = this.#readAt(size_bytes - footer_bytes - bytes, bytes);
    if (!sha256(index).equals(footer.subarray(LENGTH_BYTES))) throw this.#damaged();
    return deserialize(index) as Index;
  }

  #readAt(offset_bytes: number, bytes: number): Buffer {
    if (offset_bytes < 0) throw this.#damaged();
    const read = Buffer.alloc(bytes);
    for (let done = 0; done < bytes; ) {
      const more = readSync(this.#open, read, done, bytes - done, offset_bytes + done);
      if (more === 0) throw this.#damaged();
      done += more;
    }
    return read;
  }

  #damaged(): BadInput {
    return new BadInput(this.#file, null, 'is damaged');
  }
}
