type Numbers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Copies an array that is too short into one of at least this length and twice its own. */
export function grown<Array extends Numbers>(array: Array, length: number): Array {
  if (array.length >= length) return array;
  const larger = new (array.constructor as new (length: number) => Array)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
