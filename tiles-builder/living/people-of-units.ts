/** How many people of each census unit are counted, and how many of them the homes on the map can hold. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { UnitTable } from '../read/census/unit-table.ts';
import { CM2_PER_M2 } from './homes.ts';
import { housedShare } from './unit-holdings.ts';
import type { UnitSums } from './unit-sums.ts';

/** Thousandths of a person, whole numbers; one entry a unit of a table, 16 bytes in all. */
export interface PeopleOfUnits {
  /** Inside the coverage. */
  readonly inside: Float64Array;
  /** Of these, who are put into homes. */
  readonly housed: Float64Array;
}

/** Shares of a unit's area, 0 to 1. */
export interface CutUnit {
  readonly inside: number;
  /** Where the data of buildings is complete. */
  readonly known: number;
}

/** What rounding of coordinates may leave of a unit that lies outside, or take from one that lies inside. */
const NEGLIGIBLE_SHARE = 1e-9;

/**
 * A unit that the coverage cuts counts by the share of its dwellings' people inside, without dwellings by the share of its area.
 * What it has beyond the data of buildings is taken to be as densely built as the rest.
 * @param isCounted 1 for each unit whose people are counted
 * @param cut units that do not lie inside the coverage as a whole, by their number
 */
export function peopleOfUnits(
  units: UnitTable,
  isCounted: Uint8Array,
  sums: UnitSums,
  cut: ReadonlyMap<number, CutUnit>,
): PeopleOfUnits {
  const inside = new Float64Array(units.length);
  const housed = new Float64Array(units.length);
  for (let unit = 0; unit < units.length; unit++) {
    if (isCounted[unit] === 0) continue;
    const people = units.people[unit];
    const expected = sums.expected[unit];
    const shares = cut.get(unit);
    const share = !shares
      ? 1
      : snapped(expected > 0 ? (sums.inside[unit] / expected) * shares.known : shares.inside);
    inside[unit] = Math.round(people * share * MILLIPERSONS);
    if (sums.inside[unit] === 0) continue;
    const footprint_m2 = sums.footprint_cm2[unit] / CM2_PER_M2;
    const homes = housedShare(people, footprint_m2, () => new PlanarArea(units.outline(unit)));
    housed[unit] = Math.round(inside[unit] * homes);
  }
  return { inside, housed };
}

const snapped = (share: number): number =>
  share < NEGLIGIBLE_SHARE ? 0 : share > 1 - NEGLIGIBLE_SHARE ? 1 : share;
