import { fnv1a } from '../../src/format/fnv1a.ts';

/**
 * A number below 2 ** 32 that is as good as random, and the same for the same text everywhere (FNV-1a, its bits mixed at the end
 * as in MurmurHash3).
 */
export function rankOfText(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
