/** Adds a number to the sum that a map has for a key. */
export function addTo<Key>(sums: Map<Key, number>, key: Key, number: number): void {
  sums.set(key, (sums.get(key) ?? 0) + number);
}
