/** Writes and reads intermediate files of bytes, or of values serialised by V8, compressed by Zstandard at level 1. */
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

export const packed = (bytes: Uint8Array): Buffer => zstdCompressSync(bytes, FASTEST);

/** @throws Error for damaged bytes */
export const unpacked = (bytes: Uint8Array): Buffer => zstdDecompressSync(bytes);

/** Equal values may give other bytes, as V8 stores numbers as in memory. */
export const writePacked = (file: string, value: unknown): void =>
  writeFileSync(file, packed(serialize(value)));

/** The file must come from the same code. */
export const readPacked = <Value>(file: string): Value => deserialize(unpacked(readFileSync(file))) as Value;
