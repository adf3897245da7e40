/** Files that one step of a build leaves for a later one, packed by Zstandard at its fastest. */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

export function writePackedFile(file: string, bytes: Uint8Array): void {
  writeFileSync(file, zstdCompressSync(bytes, FASTEST));
}

/** @throws Error also where the file is damaged */
export const readPackedFile = (file: string): Buffer => zstdDecompressSync(readFileSync(file));
