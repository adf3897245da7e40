/** Copies numbers to shared memory, which threads can read. */
export function inSharedMemory(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
