/** Contracted tiles on their way to the process that cuts tiles from them, with a checksum: another machine may have written them. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { BadInput } from '../../failures/bad-input.ts';
import { reasonOf } from '../../failures/system-failure.ts';
import type { ContractedTiles } from './build-hierarchy.ts';

const SHA256_BYTES = 32;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export function writeContracted(file: string, tiles: ContractedTiles): void {
  const content = serialize(tiles);
  writeFileSync(file, Buffer.concat([sha256(content), content]));
}

/** @throws BadInput where the file is missing or damaged */
export function readContracted(file: string): ContractedTiles {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause), REMOVE_IT);
  }
  const content = bytes.subarray(SHA256_BYTES);
  if (!sha256(content).equals(bytes.subarray(0, SHA256_BYTES))) {
    throw new BadInput(file, null, 'is damaged', REMOVE_IT);
  }
  return deserialize(content) as ContractedTiles;
}

const REMOVE_IT = 'Remove the steps of this build (npm run tiles -- clean DATASET), and build again.';
