/** Sums of expected people by census unit. */

/** By unit, 32 bytes each. See EXPECTED_PER_PERSON. */
export interface SumColumns {
  readonly expected: Float64Array;
  /** Inside the coverage. */
  readonly inside: Float64Array;
  /** Inside the coverage, in mapped buildings. */
  readonly insideMapped: Float64Array;
  readonly footprint_cm2: Float64Array;
}

export class UnitSums implements SumColumns {
  readonly expected: Float64Array;
  readonly inside: Float64Array;
  readonly insideMapped: Float64Array;
  readonly footprint_cm2: Float64Array;

  constructor(units: number) {
    this.expected = new Float64Array(units);
    this.inside = new Float64Array(units);
    this.insideMapped = new Float64Array(units);
    this.footprint_cm2 = new Float64Array(units);
  }

  columns(): SumColumns {
    const { expected, inside, insideMapped, footprint_cm2 } = this;
    return { expected, inside, insideMapped, footprint_cm2 };
  }

  /**
   * Adds a partition's results.
   * @param units number by entry
   */
  add(units: Uint32Array, area: SumColumns): void {
    for (const [i, unit] of units.entries()) {
      this.expected[unit] += area.expected[i];
      this.inside[unit] += area.inside[i];
      this.insideMapped[unit] += area.insideMapped[i];
      this.footprint_cm2[unit] += area.footprint_cm2[i];
    }
  }
}
