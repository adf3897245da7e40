/**
 * Where `key` is in an ascending list, or where it would be inserted.
 * @param from, to part of the list that is searched, `to` excluded: the answer lies between them, both included
 */
export function firstIndexNotBelow(keys: Uint32Array, key: number, from = 0, to = keys.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where `key` is in an ascending list, or -1. */
export function indexOfKey(keys: Uint32Array, key: number): number {
  const index = firstIndexNotBelow(keys, key);
  return keys[index] === key ? index : -1;
}
