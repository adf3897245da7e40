/**
 * The outer layer of an OSM PBF file: a sequence of blobs, each with a small header before it, mostly compressed.
 * Source: https://wiki.openstreetmap.org/wiki/PBF_Format
 */
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate, zstdDecompress } from 'node:zlib';
import { PbfReader } from 'pbf';
import { BadInput } from '../bad-input.ts';
import { reasonOf } from '../system-failure.ts';

/** Bounds that the format itself sets. */
const MAX_BLOB_HEADER_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;

const decompressors = {
  zlib: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate),
  zstd: promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress),
};

/** A blob's content, decompressed. */
export interface PbfBlob {
  /** `OSMHeader`, `OSMData` or a type to pass over. */
  readonly type: string;
  readonly content: Uint8Array;
  /** Bytes of the file up to this blob's end, and of the whole file. */
  readonly bytesRead: number;
  readonly fileBytes: number;
}

/**
 * Reads a file blob by blob, one in memory at a time.
 * @throws BadInput where the file is missing, not an OSM PBF file, truncated, or compressed in a way that is not supported
 */
export async function* readPbfBlobs(file: string): AsyncGenerator<PbfBlob> {
  const handle = await openFile(file);
  try {
    const fileBytes = (await handle.stat()).size;
    if (fileBytes === 0) throw new BadInput(file, null, 'is empty');
    let position = 0;
    const read = async (length: number, what: string): Promise<Uint8Array> => {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, position).catch((cause) => {
        throw new BadInput(file, null, reasonOf(cause));
      });
      if (bytesRead < length) {
        throw new BadInput(file, `byte ${position}`, `truncated: ends within ${what}`);
      }
      position += length;
      return bytes;
    };
    while (position < fileBytes) {
      const start = position;
      const headerBytes = new DataView((await read(4, "a blob header's length")).buffer).getUint32(0);
      if (headerBytes > MAX_BLOB_HEADER_BYTES) throw notPbf(file, start);
      const { type, dataBytes } = decoded(
        file,
        start,
        await read(headerBytes, 'a blob header'),
        readBlobHeader,
      );
      if (start === 0 && type !== 'OSMHeader') throw notPbf(file, start);
      if (!(dataBytes >= 0 && dataBytes <= MAX_BLOB_BYTES)) throw notPbf(file, start);
      const blob = decoded(file, start, await read(dataBytes, 'a blob'), readBlob);
      const content = await decompress(file, start, blob);
      yield { type, content, bytesRead: position, fileBytes };
    }
  } finally {
    await handle.close();
  }
}

/** Decodes one protocol-buffer message; what the decoder throws on broken bytes becomes BadInput. */
export function decoded<T>(file: string, start: number, bytes: Uint8Array, decode: (pbf: PbfReader) => T): T {
  try {
    return decode(new PbfReader(bytes));
  } catch (cause) {
    if (cause instanceof BadInput) throw cause;
    throw new BadInput(file, `blob at byte ${start}`, `damaged: ${(cause as Error).message}`);
  }
}

const notPbf = (file: string, start: number): BadInput =>
  start === 0
    ? new BadInput(file, null, 'is not an OSM PBF file')
    : new BadInput(file, `byte ${start}`, 'damaged: no blob begins here');

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause));
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

const COMPRESSIONS: Record<number, string> = {
  1: 'none',
  3: 'zlib',
  4: 'lzma',
  5: 'bzip2',
  6: 'lz4',
  7: 'zstd',
};

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
