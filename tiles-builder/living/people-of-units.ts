/**
 * Computes how many people of each census unit are inside the coverage, and how many of them in homes. A unit that the coverage
 * cuts counts by its share of expected people, or else of area.
 */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { UnitTable } from '../sources/census/unit-table.ts';
import type { CountedCensus, Coverage, MeasuredCensus, PeopleOfUnits } from './census-on-map.ts';
import { CM2_PER_M2 } from './homes.ts';
import type { CutUnits } from './intersect-homes.ts';
import { housedShare } from './unit-status.ts';
import type { UnitSums } from './unit-sums.ts';

/** Smaller shares are rounding of coordinates. */
const NEGLIGIBLE_SHARE = 1e-9;

export function countPeople(
  census: MeasuredCensus & Coverage,
  { sums, cut }: { readonly sums: UnitSums; readonly cut: CutUnits },
): CountedCensus {
  return { ...census, sums, people: peopleOfUnits(census.source.units, census.isCounted, sums, cut) };
}

/** Land without building data is assumed to be equally dense. */
export function peopleOfUnits(
  units: UnitTable,
  isCounted: Uint8Array,
  sums: Pick<UnitSums, 'expected' | 'inside' | 'footprint_cm2'>,
  cut: CutUnits,
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
