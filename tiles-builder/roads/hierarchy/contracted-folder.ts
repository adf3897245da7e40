/** Contracted tiles on their way from the machines that contract shares of a dataset's roads to the one that builds it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { reasonOf } from '../../failures/system-failure.ts';
import type { ContractedTiles, Share } from './build-hierarchy.ts';

const SHA256_BYTES = 32;

interface ContractedShare {
  /** Of the build, see `buildFingerprint`. */
  readonly fingerprint: string;
  readonly tiles: ContractedTiles;
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const fileName = (travel: Travel, { index, of }: Share): string => `${travel}-${index}-of-${of}.contracted`;

/** Writes one share, whole or not at all. @returns its bytes */
export function writeContracted(
  folder: string,
  travel: Travel,
  share: Share,
  contracted: ContractedShare,
): number {
  mkdirSync(folder, { recursive: true });
  const content = serialize(contracted);
  const file = join(folder, fileName(travel, share));
  writeFileSync(`${file}.unfinished`, Buffer.concat([sha256(content), content]));
  renameSync(`${file}.unfinished`, file);
  return content.length;
}

/**
 * All tiles of one travel mode that a folder of shares holds.
 * @param fingerprint of the build that they must be of
 * @throws BadInput where a share is missing, damaged or of another build
 */
export function readContracted(folder: string, travel: Travel, fingerprint: string): ContractedTiles {
  const tiles: ContractedTiles[] = [];
  const of = numberOfShares(folder, travel);
  for (let index = 0; index < of; index++) {
    const share = readShare(join(folder, fileName(travel, { index, of })));
    if (share.fingerprint !== fingerprint) {
      throw new BadInput(
        folder,
        `share ${index} of ${of}`,
        'was contracted from other sources, with other settings or by another builder: contract it again',
      );
    }
    tiles.push(share.tiles);
  }
  return new Map(tiles.flatMap((share) => [...share]));
}

function numberOfShares(folder: string, travel: Travel): number {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (cause) {
    throw new BadInput(folder, null, reasonOf(cause));
  }
  const numbers = names.flatMap((name) => {
    const [, of] = name.match(new RegExp(`^${travel}-\\d+-of-(\\d+)\\.contracted$`)) ?? [];
    return of === undefined ? [] : [Number(of)];
  });
  const [of, another] = new Set(numbers);
  if (of === undefined) throw new BadInput(folder, null, `has no contracted ${travel} tiles`);
  if (another !== undefined) {
    throw new BadInput(
      folder,
      null,
      `has shares of ${of} and of ${another}: remove those that are not meant`,
    );
  }
  return of;
}

function readShare(file: string): ContractedShare {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause), 'Contract this share first.');
  }
  const content = bytes.subarray(SHA256_BYTES);
  if (!sha256(content).equals(bytes.subarray(0, SHA256_BYTES))) {
    throw new BadInput(file, null, 'is damaged', 'Contract this share again.');
  }
  return deserialize(content) as ContractedShare;
}
