/** Searches sorted keys by bisection. */

/**
 * Finds the first index whose key is not below `key`.
 * @param to exclusive
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

/** Returns -1 if the key is absent. */
export function indexOfKey(keys: Uint32Array, key: number): number {
  const index = firstIndexNotBelow(keys, key);
  return keys[index] === key ? index : -1;
}
