/**
 * Apportionment by largest remainder: integers in proportion to weights that sum to `whole`, each less than one off its quota.
 * Ties go to the first.
 * @param weights at least 0, not all 0
 */
export function shareOut(whole: number, weights: ArrayLike<number>): Float64Array {
  const shares = new Float64Array(weights.length);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i];
  let left = whole;
  const remainders = new Float64Array(weights.length);
  for (let i = 0; i < weights.length; i++) {
    const due = (whole * weights[i]) / sum;
    shares[i] = Math.floor(due);
    remainders[i] = due - shares[i];
    left -= shares[i];
  }
  if (left === 0) return shares;
  const order = Array.from(weights, (_, i) => i).sort((a, b) => remainders[b] - remainders[a] || a - b);
  for (let i = 0; i < left; i++) shares[order[i]]++;
  return shares;
}
