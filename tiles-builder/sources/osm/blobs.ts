/** Reads the blobs of an OSM PBF file in order, and decompresses them, some at once (OSM wiki, PBF Format). */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { inflate, zstdDecompress } from 'node:zlib';
import { PbfReader } from 'pbf';
import { BadInput } from '../../base/failures/bad-input.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { inOrder } from '../../base/threads/in-order.ts';

const MAX_BLOB_HEADER_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;
/** zlib has its own threads. */
const BLOBS_AT_ONCE = 5;

const decompressors = {
  zlib: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate),
  zstd: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress),
};

interface BlobBytes {
  readonly start: number;
  /** Offset of the next blob. */
  readonly end: number;
  readonly bytes: Uint8Array;
}

export interface PbfBlob extends Omit<BlobBytes, 'bytes'> {
  readonly content: Uint8Array;
}

/** The file's header, and all blobs of elements. */
export async function* blobsOf(file: string): AsyncGenerator<PbfBlob> {
  const descriptor = orBadInput(file, () => openSync(file, 'r'));
  try {
    yield* inOrder(bytesOfBlobs(file, descriptor), BLOBS_AT_ONCE, async ({ start, end, bytes }) => {
      const blob = decoded(file, start, bytes, readBlob);
      return { start, end, content: await decompress(file, start, blob) };
    });
  } finally {
    closeSync(descriptor);
  }
}

function* bytesOfBlobs(file: string, descriptor: number): Generator<BlobBytes> {
  const { size } = fstatSync(descriptor);
  const read = (position: number, length: number, what: string): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length);
    if (orBadInput(file, () => readSync(descriptor, bytes, 0, length, position)) === length) return bytes;
    throw new BadInput(file, `byte ${position}`, `truncated: ends within ${what}`);
  };
  for (let start = 0; start < size; ) {
    const noBlob = (): BadInput =>
      start === 0
        ? new BadInput(file, null, 'is not an OSM PBF file')
        : new BadInput(file, `byte ${start}`, 'damaged: no blob begins here');
    const headerBytes = new DataView(read(start, 4, "a blob header's length").buffer).getUint32(0);
    if (headerBytes > MAX_BLOB_HEADER_BYTES) throw noBlob();
    const header = read(start + 4, headerBytes, 'a blob header');
    const { type, dataBytes } = decoded(file, start, header, readBlobHeader);
    if (start === 0 && type !== 'OSMHeader') throw noBlob();
    if (!(dataBytes >= 0 && dataBytes <= MAX_BLOB_BYTES)) throw noBlob();
    const dataStart = start + 4 + headerBytes;
    const end = dataStart + dataBytes;
    if (start === 0 || type === 'OSMData') yield { start, end, bytes: read(dataStart, dataBytes, 'a blob') };
    start = end;
  }
}

function orBadInput<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause));
  }
}

/** Refuses lists that go on beyond the bytes, of which reading would not end. */
class BoundedReader extends PbfReader {
  override readPackedEnd(): number {
    const end = super.readPackedEnd();
    if (end > this.length) throw new RangeError('a list is cut off');
    return end;
  }
}

export function decoded<T>(file: string, start: number, bytes: Uint8Array, decode: (pbf: PbfReader) => T): T {
  try {
    return decode(new BoundedReader(bytes));
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
