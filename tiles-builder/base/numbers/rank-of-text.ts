import { fnv1a } from '../../../src/format/fnv1a.ts';

/**
 * Ranks a text at random but reproducibly, to sample census units by their ids: a 32-bit hash (FNV-1a, MurmurHash3's
 * finalizer).
 */
export function rankOfText(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
