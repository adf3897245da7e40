/**
 * Two-sample Kolmogorov-Smirnov test (W. H. Press et al., "Numerical Recipes", 14.3).
 * @returns p, small where the samples differ
 */
export function sameDistribution(a: readonly number[], b: readonly number[]): number {
  const first = a.toSorted((x, y) => x - y);
  const second = b.toSorted((x, y) => x - y);
  let i = 0;
  let j = 0;
  let widest = 0;
  while (i < first.length && j < second.length) {
    const value = Math.min(first[i], second[j]);
    while (i < first.length && first[i] <= value) i++;
    while (j < second.length && second[j] <= value) j++;
    widest = Math.max(widest, Math.abs(i / first.length - j / second.length));
  }
  const size = Math.sqrt((first.length * second.length) / (first.length + second.length));
  const lambda = (size + 0.12 + 0.11 / size) * widest;
  let p = 0;
  for (let k = 1; k <= 100; k++) p += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  return lambda < 0.2 ? 1 : Math.min(1, Math.max(0, p));
}
