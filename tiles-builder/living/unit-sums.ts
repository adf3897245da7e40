/**
 * Sums by census unit in columns (expected people, footprints), 72 bytes each; `patchiness`: the variance between blocks
 * of the share of people in missing houses, times its intraclass correlation.
 */

/** Expected people as EXPECTED_PER_PERSON. */
export interface UnitSums {
  /** Share of the unit's area in the census's reach. */
  readonly knownShare: Float64Array;
  /** Whole footprints of homes with a part in the unit. */
  readonly homes_cm2: Float64Array;
  /** Cells for people without a home. */
  readonly places: Float64Array;
  readonly expected: Float64Array;
  readonly inside: Float64Array;
  readonly insideMapped: Float64Array;
  /** Σ over blocks of mapped × missing / (mapped + missing): see `patchiness`. */
  readonly mixed: Float64Array;
  /** Σ over blocks of (mapped + missing)². */
  readonly squared: Float64Array;
  /** Parts of footprints in the unit. */
  readonly footprint_cm2: Float64Array;
}

export interface SumsOfPartition {
  /** Numbers in the census, by entry. */
  readonly units: Uint32Array;
  readonly sums: UnitSums;
}

const COLUMNS = [
  ...(['knownShare', 'homes_cm2', 'places'] as const),
  ...(['expected', 'inside', 'insideMapped', 'mixed', 'squared', 'footprint_cm2'] as const),
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

/** Effective number of blocks from which patches even out: set on Malta and Rennes with units of 4 and 16 km². */
const FEW_BLOCKS = 5;

/** 0 to ¼. Patches of a unit of more than a few blocks even out. */
export function patchiness(
  { inside, insideMapped, mixed, squared }: Pick<UnitSums, 'inside' | 'insideMapped' | 'mixed' | 'squared'>,
  unit: number,
): number {
  if (inside[unit] === 0) return 0;
  const mapped = insideMapped[unit] / inside[unit];
  const ofHomes = mapped * (1 - mapped);
  const amongBlocks = Math.max(0, ofHomes - mixed[unit] / inside[unit]);
  if (amongBlocks === 0) return 0;
  const blocks = inside[unit] ** 2 / squared[unit];
  return (amongBlocks ** 2 / ofHomes) * Math.min(1, FEW_BLOCKS / blocks);
}
