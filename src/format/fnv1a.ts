/**
 * A 32-bit hash of a text: FNV-1a (Fowler, Noll, Vo) over its UTF-16 units.
 * @param before hash of what precedes the text, of which the hash goes on
 */
export function fnv1a(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
