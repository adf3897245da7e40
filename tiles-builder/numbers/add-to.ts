/** Adds to a sum by key, which is 0 until then. */
export function addTo<Key>(sums: Map<Key, number>, key: Key, number: number): void {
  sums.set(key, (sums.get(key) ?? 0) + number);
}
