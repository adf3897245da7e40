/** Typed arrays on shared memory, which threads read without copies. */

/** @returns a copy in shared memory */
export function inSharedMemory(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
