/** Resizes a typed array by `ArrayBuffer.transfer`, mostly without a copy; the argument is detached, new entries are 0. */
export function resized<T extends Uint8Array | Uint32Array | Float64Array>(numbers: T, length: number): T {
  if (numbers.length === length) return numbers;
  const kind = numbers.constructor as new (buffer: ArrayBufferLike) => T;
  const bytes = length * numbers.BYTES_PER_ELEMENT;
  return new kind((numbers.buffer as ArrayBuffer).transfer(bytes));
}
