/** Copies numbers to shared memory, so that threads read them without a copy each. */
export function inSharedMemory(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
