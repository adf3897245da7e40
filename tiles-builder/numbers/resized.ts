/** Resizes a typed array in place where possible; detaches the argument. */
export function resized<T extends Uint8Array | Uint32Array | Float64Array>(numbers: T, length: number): T {
  if (numbers.length === length) return numbers;
  const kind = numbers.constructor as new (buffer: ArrayBufferLike) => T;
  const bytes = length * numbers.BYTES_PER_ELEMENT;
  return new kind((numbers.buffer as ArrayBuffer).transfer(bytes));
}
