/** A ratio of two sums over all parts, and its standard error. */
export interface Ratio {
  readonly ratio: number;
  /** `null` of one part alone. */
  readonly standard_error: number | null;
}

/**
 * What is in one part is off together, such as overlapping zones in one panel, or all panels of one town: so chance is seen
 * between parts. Linearized: Cochran, Sampling Techniques, 1977, 6.4.
 * @param parts numerator and denominator of each
 */
export function ratioOver(parts: readonly (readonly [numerator: number, denominator: number])[]): Ratio {
  const [over, under] = [0, 1].map((i) => parts.reduce((sum, part) => sum + part[i], 0));
  const ratio = over / under;
  const squares = parts.reduce((sum, [part, of]) => sum + (part - ratio * of) ** 2, 0);
  const standard_error =
    parts.length > 1 ? Math.sqrt((squares * parts.length) / (parts.length - 1)) / under : null;
  return { ratio, standard_error };
}
