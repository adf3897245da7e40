/**
 * Hashes a text by its UTF-16 units (32-bit FNV-1a; Fowler, Noll, Vo), for what must be chosen alike each time: the part of a
 * caller's key, seeds, samples. It protects nothing.
 * @param before hash of the preceding text
 */
export function fnv1a(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
