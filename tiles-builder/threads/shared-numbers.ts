/** Numbers that all threads read where they lie: a job that is handed them gets no copy. */

/** @returns a copy that threads share */
export function inSharedMemory(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
