/**
 * Defines columns of census units: what a unit has on the map before its coverage is decided (24 bytes a unit), and after that
 * the expected people of its homes (48 bytes). `patchiness` is the variance between blocks of the share of people in missing
 * houses, times its intraclass correlation.
 */

/** Columns by unit, before the coverage is decided. */
export interface UnitCapacity {
  /** Share of the unit's area in the census's reach. */
  readonly knownShare: Float64Array;
  /** Whole footprints of homes with a part in the unit. */
  readonly homes_cm2: Float64Array;
  /** Cells for people without a home. */
  readonly places: Float64Array;
}

/** Columns by unit; expected people are as EXPECTED_PER_PERSON says. */
export interface UnitSums {
  /** Expected people, inside the coverage or not. */
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

export interface OfPartition<Columns> {
  /** Numbers in the census, by entry. */
  readonly units: Uint32Array;
  readonly sums: Columns;
}

function zeroColumns<Name extends string>(names: readonly Name[], units: number): Record<Name, Float64Array> {
  const columns = names.map((name) => [name, new Float64Array(units)]);
  return Object.fromEntries(columns) as Record<Name, Float64Array>;
}

export const zeroCapacity = (units: number): UnitCapacity =>
  zeroColumns(['knownShare', 'homes_cm2', 'places'], units);

export const zeroSums = (units: number): UnitSums =>
  zeroColumns(['expected', 'inside', 'insideMapped', 'mixed', 'squared', 'footprint_cm2'], units);

export function addSums<Columns extends { readonly [Name in keyof Columns]: Float64Array }>(
  to: Columns,
  { units, sums }: OfPartition<Columns>,
): void {
  for (const name in to) {
    for (let i = 0; i < units.length; i++) to[name][units[i]] += sums[name][i];
  }
}

/** Effective number of blocks from which patches even out: set on Malta and Rennes with units of 4 and 16 km². */
const FEW_BLOCKS = 5;

/** Returns 0 to ¼. Patches of a unit of more than a few blocks even out. */
export function patchiness({ inside, insideMapped, mixed, squared }: UnitSums, unit: number): number {
  if (inside[unit] === 0) return 0;
  const mapped = insideMapped[unit] / inside[unit];
  const ofHomes = mapped * (1 - mapped);
  const amongBlocks = Math.max(0, ofHomes - mixed[unit] / inside[unit]);
  if (amongBlocks === 0) return 0;
  const blocks = inside[unit] ** 2 / squared[unit];
  return (amongBlocks ** 2 / ofHomes) * Math.min(1, FEW_BLOCKS / blocks);
}
