/** Refuses zones and isochrones if too little of their area lies inside the data (422 below MIN_COVERED_SHARE). */
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { cannotServe, type Result, success } from '../failures.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import { boundingBoxOf, type Polygon, type Position } from '../geo/positions.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';
import type { LiveCoverages } from './covered-share.ts';
import { type CountedPart, divideZone } from './divide-zone.ts';

/** Share of the whole zone's area that all parts cover, 0 to 1. */
const coveredShareOfParts = (parts: readonly CountedPart[]): number =>
  Math.min(
    1,
    parts.reduce((sum, { coveredShare }) => sum + coveredShare, 0),
  );

/**
 * Divides a zone among regions.
 * @returns 422 for too small a share, with a hint if longitude and latitude look exchanged, and for too many regions
 */
export async function requireCoveredZone(
  zone: Polygon,
  endpoint: Endpoint,
  regions: readonly LiveRegion[],
  { live, coverageOf }: LiveCoverages,
): Promise<Result<readonly CountedPart[]>> {
  const layer = ENDPOINTS[endpoint];
  const divided = await divideZone([zone], layer, regions, coverageOf);
  if (!divided.ok) return divided;
  const share = coveredShareOfParts(divided.value);
  if (share >= MIN_COVERED_SHARE) return divided;
  if (share > 0) return uncovered('zone', endpoint, share, FARTHER_INSIDE.zone);
  const turned = [zone.map((ring) => ring.map(exchanged))];
  const overlapping = live.overlapping(layer, boundingBoxOf(turned.flat()));
  const others = await divideZone(turned, layer, overlapping, coverageOf);
  const [other] = others.ok ? others.value : [];
  return uncovered(
    'zone',
    endpoint,
    0,
    other ? `.${exchangeHint('the zone', other.region)}` : FARTHER_INSIDE.zone,
  );
}

/** @returns 422 for too small a share */
export function requireCoveredIsochrone(
  endpoint: Endpoint,
  parts: readonly CountedPart[],
): Result<readonly CountedPart[]> {
  const share = coveredShareOfParts(parts);
  return share >= MIN_COVERED_SHARE
    ? success(parts)
    : uncovered('isochrone from lon, lat', endpoint, share, FARTHER_INSIDE.isochrone);
}

export const exchanged = ([lon, lat]: Position): Position => [lat, lon];

export const exchangeHint = (what: string, { region }: LiveRegion): string =>
  ` With longitude and latitude exchanged, ${what} would lie in the region ${region}: is the longitude first?`;

const FARTHER_INSIDE = {
  zone: ': ask for a zone farther inside.',
  isochrone: ': ask for a shorter time or an origin farther inside.',
};

function uncovered(what: string, endpoint: Endpoint, share: number, advice: string): Result<never> {
  const inside = share === 0 ? 'none' : `${Math.floor(share * 100)} %`;
  const needed = MIN_COVERED_SHARE * 100;
  return cannotServe(
    share === 0 ? 'not-covered' : 'partly-covered',
    `The ${what} is not covered: ${inside} of its area lies inside the data for ${endpoint}, ${needed} % must${advice}`,
  );
}
