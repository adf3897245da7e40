/**
 * Sorts numbers in place without repetitions, and finds a number among them by binary search.
 * @returns view of the distinct numbers, ascending
 */
export function sortedDistinct(numbers: Float64Array): Float64Array {
  numbers.sort();
  let length = 0;
  for (const number of numbers)
    if (length === 0 || numbers[length - 1] !== number) numbers[length++] = number;
  return numbers.subarray(0, length);
}

/** @returns -1 if absent */
export function indexOfSorted(numbers: Float64Array | Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number ? low : -1;
}
