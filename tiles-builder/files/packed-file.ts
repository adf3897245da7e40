/** Compresses intermediate files of a build by Zstandard at its fastest level. */
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

export const packed = (bytes: Uint8Array): Buffer => zstdCompressSync(bytes, FASTEST);

/** @throws Error where bytes are damaged */
export const unpacked = (bytes: Uint8Array): Buffer => zstdDecompressSync(bytes);

export const writePackedFile = (file: string, bytes: Uint8Array): void => writeFileSync(file, packed(bytes));

/** @throws Error also where the file is damaged */
export const readPackedFile = (file: string): Buffer => unpacked(readFileSync(file));

/**
 * Bytes may differ for equal values: V8 writes a whole number as an integer or a double, as it is in memory.
 * @param value plain data, with typed arrays and maps
 */
export const writePacked = (file: string, value: unknown): void => writePackedFile(file, serialize(value));

/**
 * Reads what this version of the code wrote.
 * @throws Error where the file is missing or damaged
 */
export const readPacked = <Value>(file: string): Value => deserialize(readPackedFile(file)) as Value;
