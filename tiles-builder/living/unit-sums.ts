/** Sums over the map by census unit, in columns of 56 bytes a unit. */

/** Expected people as EXPECTED_PER_PERSON. */
export interface UnitSums {
  /** Share of its area in the reach of the census; 0 until set by the partition of its middle. */
  readonly knownShare: Float64Array;
  /** Whole footprints of homes with a part in the unit. */
  readonly homes_cm2: Float64Array;
  /** Cells for people without a home. */
  readonly places: Float64Array;
  readonly expected: Float64Array;
  /** Inside the coverage. */
  readonly inside: Float64Array;
  /** Inside the coverage, in mapped buildings. */
  readonly insideMapped: Float64Array;
  /** Parts of footprints in the unit. */
  readonly footprint_cm2: Float64Array;
}

/** What a partition adds to the sums of a census: plain data. */
export interface SumsOfPartition {
  /** Unit numbers in the census, one for each column entry. */
  readonly units: Uint32Array;
  readonly sums: UnitSums;
}

const COLUMNS = [
  ...(['knownShare', 'homes_cm2', 'places'] as const),
  ...(['expected', 'inside', 'insideMapped', 'footprint_cm2'] as const),
];

export const zeroSums = (units: number): UnitSums =>
  Object.fromEntries(COLUMNS.map((name) => [name, new Float64Array(units)])) as Record<
    keyof UnitSums,
    Float64Array
  >;

export function addSums(to: UnitSums, { units, sums }: SumsOfPartition): void {
  for (const name of COLUMNS) {
    for (let i = 0; i < units.length; i++) to[name][units[i]] += sums[name][i];
  }
}
