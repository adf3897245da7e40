/** Decides which of two regions covers more of an area, by shares (0 to 1) without rounding errors, then by smaller coverage. */
import type { LiveRegion } from '../format/live-regions.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import type { Zone } from '../geo/positions.ts';

/** Shares that differ by less count as equal. */
export const SHARE_TOLERANCE = 1e-6;

export const isLarger = (share: number, other: number): boolean => rounded(share) > rounded(other);

export interface CoveredLand {
  readonly region: Pick<LiveRegion, 'version'>;
  readonly coverage: Zone;
}

/** Sorts regions that cover a zone equally: the one with the smaller coverage comes first, as it was made for the place. */
export function compareLand(a: CoveredLand, b: CoveredLand): number {
  const difference_m2 = areaOfZone_m2(a.coverage) - areaOfZone_m2(b.coverage);
  return difference_m2 || (a.region.version < b.region.version ? -1 : 1);
}

/** Sorts stably by falling first shares, then by falling second ones. */
export function sortedByShares<T>(
  regions: readonly T[],
  first: (region: T) => number,
  second: (region: T) => number,
): T[] {
  return regions
    .map((region) => ({ region, first: rounded(first(region)), second: rounded(second(region)) }))
    .sort((a, b) => b.first - a.first || b.second - a.second)
    .map(({ region }) => region);
}

const rounded = (share: number): number => Math.round(share / SHARE_TOLERANCE);
