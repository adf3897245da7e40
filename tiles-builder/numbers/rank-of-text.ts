/**
 * A number below 2 ** 32 that is as good as random, and the same for the same text everywhere (FNV-1a over UTF-16 units, its bits
 * mixed at the end as in MurmurHash3).
 */
export function rankOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
