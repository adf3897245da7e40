/** Ratio estimator with its standard error. */
export interface Ratio {
  readonly ratio: number;
  /** `null` for one part. */
  readonly standard_error: number | null;
}

/** Clusters by part. Linearized: Cochran 1977, 6.4. */
export function ratioOver(parts: readonly (readonly [numerator: number, denominator: number])[]): Ratio {
  const [over, under] = [0, 1].map((i) => parts.reduce((sum, part) => sum + part[i], 0));
  const ratio = over / under;
  const squares = parts.reduce((sum, [part, of]) => sum + (part - ratio * of) ** 2, 0);
  const standard_error =
    parts.length > 1 ? Math.sqrt((squares * parts.length) / (parts.length - 1)) / under : null;
  return { ratio, standard_error };
}
