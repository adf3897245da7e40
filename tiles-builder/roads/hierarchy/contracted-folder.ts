/** Contracted districts on their way from the machines that do shares of them to the one that builds the dataset. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { reasonOf } from '../../failures/system-failure.ts';
import { KeyedFile } from '../../files/keyed-file.ts';
import type { Share } from './contract-steps.ts';

/** What the file of a share says of itself. */
export interface AboutShare {
  /** Of the build, see `buildFingerprint`. */
  readonly fingerprint: string;
}

/** Where a share belongs; makes the folder. */
export function shareFile(folder: string, travel: Travel, { index, of }: Share): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${travel}-${index}-of-${of}.contracted`);
}

/**
 * All shares of one travel mode that a folder holds.
 * @param fingerprint of the build that they must be of
 * @throws BadInput where a share is missing, damaged or of another build
 */
export function readContracted(folder: string, travel: Travel, fingerprint: string): KeyedFile[] {
  const of = numberOfShares(folder, travel);
  return Array.from({ length: of }, (_, index) => {
    const share = new KeyedFile(shareFile(folder, travel, { index, of }), {
      missing: 'Contract this share first.',
      damaged: 'Contract this share again.',
    });
    if ((share.about as AboutShare).fingerprint !== fingerprint) {
      throw new BadInput(
        folder,
        `share ${index} of ${of}`,
        'was contracted from other sources, with other settings or by another builder: contract it again',
      );
    }
    return share;
  });
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
