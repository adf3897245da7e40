/** Computes the greatest common divisor by Euclid's algorithm, for a raster whose cells divide grid squares of several sizes. */
export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
