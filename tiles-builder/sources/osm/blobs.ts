/** Indexes the blobs of an OSM PBF file by their headers, and decompresses them, prefetching a few (OSM wiki, PBF Format). */
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate, zstdDecompress } from 'node:zlib';
import { PbfReader } from 'pbf';
import { BadInput } from '../../base/failures/bad-input.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';

const MAX_BLOB_HEADER_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;
/** Prefetched blobs; zlib has its own threads. */
const BLOBS_AHEAD = 4;

const decompressors = {
  zlib: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate),
  zstd: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress),
};

export interface PbfBlob {
  readonly content: Uint8Array;
  readonly start: number;
  readonly bytes: number;
}

export class BlobFile {
  readonly file: string;
  readonly bytes: number;
  readonly #starts = new GrowingArray(Float64Array);
  readonly #dataStarts = new GrowingArray(Float64Array);
  readonly #dataBytes = new GrowingArray(Int32Array);
  readonly #handle: FileHandle;
  #headerBlob: readonly [dataStart: number, dataBytes: number] = [0, 0];

  private constructor(file: string, handle: FileHandle, bytes: number) {
    this.file = file;
    this.#handle = handle;
    this.bytes = bytes;
  }

  static async open(file: string): Promise<BlobFile> {
    let handle: FileHandle;
    try {
      handle = await open(file);
    } catch (cause) {
      throw new BadInput(file, null, reasonOf(cause));
    }
    try {
      const blobs = new BlobFile(file, handle, (await handle.stat()).size);
      blobs.#readHeaders();
      return blobs;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async header(): Promise<Uint8Array> {
    return this.#content(0, ...this.#headerBlob);
  }

  async *readAll(): AsyncGenerator<PbfBlob> {
    const ahead: Promise<PbfBlob>[] = [];
    for (let blob = 0; blob < this.#starts.length || ahead.length > 0; ) {
      while (blob < this.#starts.length && ahead.length < BLOBS_AHEAD) {
        const read = this.#read(blob++);
        // A failure surfaces at its blob's turn.
        read.catch(() => {});
        ahead.push(read);
      }
      yield await ahead.shift()!;
    }
  }

  async #read(blob: number): Promise<PbfBlob> {
    const [start, dataStart] = [this.#starts.values[blob], this.#dataStarts.values[blob]];
    const bytes = this.#dataBytes.values[blob];
    return { content: await this.#content(start, dataStart, bytes), start, bytes };
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  #readHeaders(): void {
    if (this.bytes === 0) throw new BadInput(this.file, null, 'is empty');
    for (let start = 0; start < this.bytes; ) {
      const headerBytes = new DataView(this.#readSync(start, 4, "a blob header's length").buffer).getUint32(
        0,
      );
      if (headerBytes > MAX_BLOB_HEADER_BYTES) throw this.#noBlobAt(start);
      const header = this.#readSync(start + 4, headerBytes, 'a blob header');
      const { type, dataBytes } = decoded(this.file, start, header, readBlobHeader);
      if (start === 0 && type !== 'OSMHeader') throw this.#noBlobAt(start);
      if (!(dataBytes >= 0 && dataBytes <= MAX_BLOB_BYTES)) throw this.#noBlobAt(start);
      const dataStart = start + 4 + headerBytes;
      if (dataStart + dataBytes > this.bytes) throw this.#cutAt(dataStart, 'a blob');
      if (start === 0) this.#headerBlob = [dataStart, dataBytes];
      else if (type === 'OSMData') {
        this.#starts.push(start);
        this.#dataStarts.push(dataStart);
        this.#dataBytes.push(dataBytes);
      }
      start = dataStart + dataBytes;
    }
  }

  #readSync(position: number, length: number, what: string): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    let bytesRead: number;
    try {
      bytesRead = readSync(this.#handle.fd, bytes, 0, length, position);
    } catch (cause) {
      throw new BadInput(this.file, null, reasonOf(cause));
    }
    if (bytesRead < length) throw this.#cutAt(position, what);
    return bytes;
  }

  async #content(start: number, dataStart: number, dataBytes: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(dataBytes);
    const { bytesRead } = await this.#handle.read(bytes, 0, dataBytes, dataStart).catch((cause) => {
      throw new BadInput(this.file, null, reasonOf(cause));
    });
    if (bytesRead < dataBytes) throw this.#cutAt(dataStart, 'a blob');
    return decompress(this.file, start, decoded(this.file, start, bytes, readBlob));
  }

  #cutAt(position: number, what: string): BadInput {
    return new BadInput(this.file, `byte ${position}`, `truncated: ends within ${what}`);
  }

  #noBlobAt(start: number): BadInput {
    return start === 0
      ? new BadInput(this.file, null, 'is not an OSM PBF file')
      : new BadInput(this.file, `byte ${start}`, 'damaged: no blob begins here');
  }
}

export function decoded<T>(file: string, start: number, bytes: Uint8Array, decode: (pbf: PbfReader) => T): T {
  try {
    return decode(new PbfReader(bytes));
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(file, `blob at byte ${start}`, `damaged: ${(cause as Error).message}`);
  }
}

function readBlobHeader(pbf: PbfReader): { type: string; dataBytes: number } {
  return pbf.readFields(
    (field, header) => {
      if (field === 1) header.type = pbf.readString();
      else if (field === 3) header.dataBytes = pbf.readVarint();
    },
    { type: '', dataBytes: -1 },
  );
}

interface CompressedBlob {
  compression: string;
  data: Uint8Array;
  rawBytes: number;
}

const COMPRESSIONS: Record<number, string> = { 1: 'none', 3: 'zlib', 4: 'lzma', 7: 'zstd' };

function readBlob(pbf: PbfReader): CompressedBlob {
  return pbf.readFields(
    (field, blob: CompressedBlob) => {
      const compression = COMPRESSIONS[field];
      if (compression) Object.assign(blob, { compression, data: pbf.readBytes() });
      else if (field === 2) blob.rawBytes = pbf.readVarint();
    },
    { compression: '', data: new Uint8Array(0), rawBytes: -1 },
  );
}

async function decompress(file: string, start: number, blob: CompressedBlob): Promise<Uint8Array> {
  if (blob.compression === 'none') return blob.data;
  if (blob.compression !== 'zlib' && blob.compression !== 'zstd') {
    const reason = `compressed by ${blob.compression || 'nothing known'}; zlib and zstd are supported`;
    throw new BadInput(file, `blob at byte ${start}`, reason);
  }
  let content: Uint8Array;
  try {
    content = await decompressors[blob.compression](blob.data, { maxOutputLength: MAX_BLOB_BYTES });
  } catch (cause) {
    throw new BadInput(file, `blob at byte ${start}`, `damaged: ${(cause as Error).message}`);
  }
  if (blob.rawBytes >= 0 && content.length !== blob.rawBytes) {
    const reason = `damaged: holds ${content.length} bytes, says ${blob.rawBytes}`;
    throw new BadInput(file, `blob at byte ${start}`, reason);
  }
  return content;
}
