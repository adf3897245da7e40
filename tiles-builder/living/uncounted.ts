/** Sums uncounted people of census units by reason: no land, off the map or the coverage, no capacity, or in other units. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { CountedCensus } from './census-on-map.ts';
import { STATUS } from './unit-status.ts';

export const UNCOUNTED = {
  off_map: 'live where the map does not reach',
  off_coverage: 'live outside the coverage',
  without_room: 'live where the map is known and holds neither a home nor a street for them',
  without_land: 'live in units all of whose land finer units have',
  in_other_units: 'count in other units, which lie in theirs',
} as const;
export type Uncounted = keyof typeof UNCOUNTED;
export const UNCOUNTED_REASONS = Object.keys(UNCOUNTED) as readonly Uncounted[];

type StatedCensus = Pick<CountedCensus, 'source' | 'statuses' | 'people' | 'isCounted'>;

function reasonOf({ source, statuses, isCounted }: StatedCensus, unit: number): Uncounted {
  if (!source.units.hasLand(unit)) return 'without_land';
  if (isCounted[unit] === 1) return 'off_coverage';
  if (statuses[unit] === STATUS.beyond) return 'off_map';
  return statuses[unit] === STATUS.contradicted ? 'without_room' : 'off_coverage';
}

export function uncountedPeople(census: StatedCensus): Record<Uncounted, number> {
  const none = UNCOUNTED_REASONS.map((reason) => [reason, 0]);
  const sums = Object.fromEntries(none) as Record<Uncounted, number>;
  const { units } = census.source;
  for (let unit = 0; unit < units.length; unit++) {
    const own = Math.round(units.people[unit] * MILLIPERSONS);
    sums[reasonOf(census, unit)] += own - census.people.inside[unit];
    sums.in_other_units += Math.round(units.listed_people[unit] * MILLIPERSONS) - own;
  }
  for (const reason of UNCOUNTED_REASONS) sums[reason] /= MILLIPERSONS;
  return sums;
}
