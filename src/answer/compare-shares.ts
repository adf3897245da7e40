/** Compares regions by shares of an area that they cover, 0 to 1, ignoring rounding errors. */
export const SHARE_TOLERANCE = 1e-6;

export const isLarger = (share: number, other: number): boolean => rounded(share) > rounded(other);

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
