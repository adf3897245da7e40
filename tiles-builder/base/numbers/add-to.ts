/** Adds to the sum of a key in a map. */
export function addTo<Key>(sums: Map<Key, number>, key: Key, number: number): void {
  sums.set(key, (sums.get(key) ?? 0) + number);
}
