/** Compares regions by the shares of an area that they cover, 0 to 1, without rounding errors; between equals by the coverage's area. */
import type { LiveRegion } from '../format/live-regions.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import type { Zone } from '../geo/positions.ts';

export const SHARE_TOLERANCE = 1e-6;

export const isLarger = (share: number, other: number): boolean => rounded(share) > rounded(other);

export interface CoveredLand {
  readonly region: Pick<LiveRegion, 'version'>;
  readonly coverage: Zone;
}

/** Of regions that cover a zone alike that with the smaller coverage counts, which was made for the place. */
export function compareLand(a: CoveredLand, b: CoveredLand): number {
  const difference_m2 = areaOfZone_m2(a.coverage) - areaOfZone_m2(b.coverage);
  return difference_m2 || (a.region.version < b.region.version ? -1 : 1);
}

/** By falling first shares, then falling second ones; stable. */
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
