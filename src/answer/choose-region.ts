/**
 * Selects the region that covers the largest share of a zone (422 below MIN_COVERED_SHARE), or sorts those with roads at an
 * origin by the covered share of a box around its likely reach.
 */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Feature, MultiPolygon } from 'geojson';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { cannotServe, type Result, success } from '../failures.ts';
import type { LiveRegion, LiveRegions } from '../format/live-regions.ts';
import type { Coverage } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxAround,
  type Polygon,
  type Position,
  ringOfBox,
  type Zone,
} from '../geo/positions.ts';
import { sharedArea_m2 } from '../geo/shared-area.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';
import { isLarger, sortedByShares } from './compare-shares.ts';
import { fastReach, likelyReach } from './reach-box.ts';
import { COMPARED, mayCover } from './regions-near.ts';

export interface CoveringRegion {
  readonly region: LiveRegion;
  readonly coveredShare: number;
}

export type ReadCoverage = (region: LiveRegion) => Promise<Coverage>;

export interface LiveCoverages {
  readonly live: LiveRegions;
  readonly coverageOf: ReadCoverage;
}

/**
 * First on ties; `null` if none.
 * @param regions ascending by name
 */
export async function bestCovering(
  zone: Zone,
  layer: Layer,
  regions: readonly LiveRegion[],
  coverageOf: ReadCoverage,
): Promise<CoveringRegion | null> {
  const coverages = await Promise.all(regions.map(coverageOf));
  let best: CoveringRegion | null = null;
  for (const [index, region] of regions.entries()) {
    const coveredShare = coveredShareOf(zone, coverages[index][layer]);
    if (isLarger(coveredShare, best?.coveredShare ?? 0)) best = { region, coveredShare };
  }
  return best;
}

/** @returns 422 for too small a share, mentioning exchanged axes if a region covers those */
export async function requireCoveredZone(
  zone: Polygon,
  endpoint: Endpoint,
  best: CoveringRegion | null,
  { live, coverageOf }: LiveCoverages,
): Promise<Result<CoveringRegion>> {
  if (best && best.coveredShare >= MIN_COVERED_SHARE) return success(best);
  if (best) return uncovered('zone', endpoint, best.coveredShare, FARTHER_INSIDE.zone);
  const layer = ENDPOINTS[endpoint];
  const turned = [zone.map((ring) => ring.map(exchanged))];
  const regions = mayCover(turned, layer, live.overlapping(layer, boundingBoxOf(turned.flat())));
  const other = await bestCovering(turned, layer, regions.slice(0, COMPARED), coverageOf);
  return uncovered(
    'zone',
    endpoint,
    0,
    other ? `.${exchangeHint('the zone', other.region)}` : FARTHER_INSIDE.zone,
  );
}

/** @returns 422 for too small a share */
export const requireCoveredIsochrone = (
  endpoint: Endpoint,
  best: CoveringRegion | null,
): Result<CoveringRegion> =>
  best && best.coveredShare >= MIN_COVERED_SHARE
    ? success(best)
    : uncovered('isochrone from lon, lat', endpoint, best?.coveredShare ?? 0, FARTHER_INSIDE.isochrone);

/**
 * @param regions by box, likeliest first
 * @returns 422 if none, mentioning exchanged axes if a region covers those
 */
export async function regionsOfOrigin(
  query: IsochroneQuery,
  endpoint: Endpoint,
  regions: readonly LiveRegion[],
  coverages: LiveCoverages,
): Promise<Result<readonly LiveRegion[]>> {
  const { origin } = query;
  const layer = ENDPOINTS[endpoint];
  for (let first = 0; first < regions.length; first += COMPARED) {
    const containing = await containingOrigin(origin, regions.slice(first, first + COMPARED), coverages);
    if (containing.length > 0) return success(likeliestFirst(containing, query, layer));
  }
  const near = coverages.live.overlapping('roads', boxAround(origin, 0)).slice(0, COMPARED);
  const [lacking] = await containingOrigin(origin, near, coverages);
  if (lacking) {
    return cannotServe(`The region ${lacking.region.region} at lon, lat has no data for ${endpoint}.`);
  }
  const turned = exchanged(origin);
  const nearTurned = coverages.live.overlapping('roads', boxAround(turned, 0)).slice(0, COMPARED);
  const [other] = await containingOrigin(turned, nearTurned, coverages);
  const hint = other ? exchangeHint('it', other.region) : '';
  return cannotServe(`The origin (lon, lat) lies outside the road data of every region served.${hint}`);
}

interface CoveredRegion {
  readonly region: LiveRegion;
  readonly coverage: Coverage;
}

async function containingOrigin(
  origin: Position,
  regions: readonly LiveRegion[],
  { coverageOf }: LiveCoverages,
): Promise<CoveredRegion[]> {
  const covered = await Promise.all(
    regions.map(async (region) => ({ region, coverage: await coverageOf(region) })),
  );
  return covered.filter(({ coverage }) => contains(coverage.roads, origin));
}

function likeliestFirst(
  regions: readonly CoveredRegion[],
  query: IsochroneQuery,
  layer: Layer,
): readonly LiveRegion[] {
  if (regions.length === 1) return [regions[0].region];
  const [likely, fast] = [likelyReach(query), fastReach(query)].map((box) => [[ringOfBox(box)]]);
  return sortedByShares(
    regions,
    ({ coverage }) => coveredShareOf(likely, coverage[layer]),
    ({ coverage }) => coveredShareOf(fast, coverage.roads),
  ).map(({ region }) => region);
}

const exchanged = ([lon, lat]: Position): Position => [lat, lon];

const exchangeHint = (what: string, { region }: LiveRegion): string =>
  ` With longitude and latitude exchanged, ${what} would lie in the region ${region}: is the longitude first?`;

const FARTHER_INSIDE = {
  zone: ': ask for a zone farther inside.',
  isochrone: ': ask for a shorter time or an origin farther inside.',
};

function uncovered(what: string, endpoint: Endpoint, share: number, advice: string): Result<never> {
  const inside = share === 0 ? 'none' : `${Math.floor(share * 100)} %`;
  const needed = MIN_COVERED_SHARE * 100;
  return cannotServe(
    `The ${what} is not covered: ${inside} of its area lies inside the data for ${endpoint}, ${needed} % must${advice}`,
  );
}

function coveredShareOf(zone: Zone, coverage: Zone | null): number {
  if (coverage === null) return 0;
  if (!hasEdgeNear(coverage, boundingBoxOf(zone.flat()))) return contains(coverage, zone[0][0][0]) ? 1 : 0;
  return Math.min(1, sharedArea_m2(zone, coverage) / areaOfZone_m2(zone));
}

function hasEdgeNear(zone: Zone, { west, south, east, north }: BoundingBox): boolean {
  for (const polygon of zone) {
    for (const ring of polygon) {
      let from = ring[0];
      for (const to of ring) {
        const isBeside = (from[0] < west && to[0] < west) || (from[0] > east && to[0] > east);
        const isAboveOrBelow = (from[1] < south && to[1] < south) || (from[1] > north && to[1] > north);
        if (!isBeside && !isAboveOrBelow) return true;
        from = to;
      }
    }
  }
  return false;
}

function contains(coverage: Zone, position: Position): boolean {
  const feature: Feature<MultiPolygon> = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: coverage as unknown as MultiPolygon['coordinates'] },
  };
  return booleanPointInPolygon(position as [number, number], feature);
}
