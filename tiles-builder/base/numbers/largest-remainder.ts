/** Divides a whole number in proportion to weights into whole numbers, by largest remainder (Hamilton's method). */

/**
 * Each number is less than one off its quota, and all sum to `whole`.
 * @param weights at least 0, not all 0
 */
export function apportion(whole: number, weights: ArrayLike<number>): Float64Array {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i];
  return roundToSum(
    Float64Array.from(weights, (weight) => (whole * weight) / sum),
    whole,
  );
}

/** Rounds quotas down or up, so that they sum to `whole`: the largest remainders up, on ties the first. */
export function roundToSum(quotas: Float64Array, whole: number): Float64Array {
  const rounded = new Float64Array(quotas.length);
  const remainders = new Float64Array(quotas.length);
  let left = whole;
  for (let i = 0; i < quotas.length; i++) {
    rounded[i] = Math.floor(quotas[i]);
    remainders[i] = quotas[i] - rounded[i];
    left -= rounded[i];
  }
  if (left <= 0) return rounded;
  const least = remainders.toSorted()[Math.max(0, quotas.length - left)];
  for (let i = 0; i < quotas.length; i++) {
    if (remainders[i] <= least) continue;
    rounded[i]++;
    left--;
  }
  for (let i = 0; i < quotas.length && left > 0; i++) {
    if (remainders[i] !== least) continue;
    rounded[i]++;
    left--;
  }
  return rounded;
}
