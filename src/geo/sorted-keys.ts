/** The number of keys below `key` in an ascending list: where `key` is, or where it would be inserted. */
export function firstIndexNotBelow(keys: Uint32Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where `key` is in an ascending list, or -1. */
export function indexOfKey(keys: Uint32Array, key: number): number {
  const index = firstIndexNotBelow(keys, key);
  return keys[index] === key ? index : -1;
}
