/** Which of the live regions answers: the one that knows most of the zone. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Feature, MultiPolygon } from 'geojson';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { cannotServe, type Result, success } from '../failures.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Polygon,
  type Position,
  type Zone,
} from '../geo/positions.ts';
import { sharedArea_m2 } from '../geo/shared-area.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';
import type { Area } from '../request/parse-count-query.ts';
import type { LiveRegion } from '../storage/current-dataset.ts';

/** A region, and the share (0 to 1) of a zone's area inside the coverage of its data. */
export interface CoveringRegion {
  readonly region: LiveRegion;
  readonly coveredShare: number;
}

/**
 * The regions that may answer for an area, by bounding boxes alone. Which one does follows from these and the area, so
 * that their versions determine the answer.
 */
export function regionsNear(area: Area, endpoint: Endpoint, regions: readonly LiveRegion[]): LiveRegion[] {
  if (area.option === 'zone') {
    const box = boundingBoxOf(area.zone);
    return regions.filter((region) => overlap(region.boxes[ENDPOINTS[endpoint]], box));
  }
  const [lon, lat] = area.isochrone.origin;
  const box = { west: lon, south: lat, east: lon, north: lat };
  return regions.filter((region) => overlap(region.boxes.roads, box));
}

/**
 * The region that covers the largest share of a zone, the first of equals.
 * @param live all regions served: a zone that no region covers may have its axes exchanged
 */
export function regionOfZone(
  zone: Polygon,
  endpoint: Endpoint,
  live: readonly LiveRegion[],
): Result<CoveringRegion> {
  const best = bestCovering(zone, endpoint, live);
  if (best && best.coveredShare >= MIN_COVERED_SHARE) return success(best);
  const turned = bestCovering(
    zone.map((ring) => ring.map(exchanged)),
    endpoint,
    live,
  );
  const hint = best || !turned ? '' : exchangeHint('the zone', turned.region);
  return uncovered('zone', endpoint, best?.coveredShare ?? 0, hint);
}

function bestCovering(zone: Polygon, endpoint: Endpoint, live: readonly LiveRegion[]): CoveringRegion | null {
  let best: CoveringRegion | null = null;
  for (const region of regionsNear({ option: 'zone', zone }, endpoint, live)) {
    const coveredShare = coveredShareOf([zone], region.coverage[ENDPOINTS[endpoint]]);
    if (coveredShare > (best?.coveredShare ?? 0)) best = { region, coveredShare };
  }
  return best;
}

/**
 * The region whose roads cover an origin; where several do, the first one that also has the data to count from.
 * @param live all regions served: an origin that no region covers may have its axes exchanged
 */
export function regionOfOrigin(
  origin: Position,
  endpoint: Endpoint,
  live: readonly LiveRegion[],
): Result<LiveRegion> {
  const covering = live.filter((region) => contains(region.coverage.roads, origin));
  if (covering.length === 0) {
    const turned = live.find((region) => contains(region.coverage.roads, exchanged(origin)));
    const hint = turned ? exchangeHint('it', turned) : '';
    return cannotServe(`The origin (lon, lat) lies outside the road data of every region served.${hint}`);
  }
  const counting = covering.find((region) => region.coverage[ENDPOINTS[endpoint]] !== null);
  return counting
    ? success(counting)
    : cannotServe(`The region ${covering[0].region} at lon, lat has no data for ${endpoint}.`);
}

/** The commonest slip with coordinates: the latitude where the longitude belongs. */
const exchanged = ([lon, lat]: Position): Position => [lat, lon];

const exchangeHint = (what: string, { region }: LiveRegion): string =>
  ` With longitude and latitude exchanged, ${what} would lie in the region ${region}: is the longitude first?`;

/** The share of an isochrone inside the data that it is counted from. */
export function coverageOfIsochrone(
  zone: Zone,
  endpoint: Endpoint,
  region: LiveRegion,
): Result<CoveringRegion> {
  const coveredShare = coveredShareOf(zone, region.coverage[ENDPOINTS[endpoint]]);
  return coveredShare >= MIN_COVERED_SHARE
    ? success({ region, coveredShare })
    : uncovered('isochrone from lon, lat', endpoint, coveredShare);
}

function uncovered(what: string, endpoint: Endpoint, share: number, hint = ''): Result<never> {
  const inside = share === 0 ? 'none' : `${Math.floor(share * 100)} %`;
  const needed = MIN_COVERED_SHARE * 100;
  return cannotServe(
    `The ${what} is not covered: ${inside} of its area lies inside the data for ${endpoint}, ${needed} % must.${hint}`,
  );
}

function coveredShareOf(zone: Zone, coverage: Zone | null): number {
  if (coverage === null) return 0;
  return Math.min(1, sharedArea_m2(zone, coverage) / areaOfZone_m2(zone));
}

function contains(coverage: Zone, position: Position): boolean {
  const feature: Feature<MultiPolygon> = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: coverage as unknown as MultiPolygon['coordinates'] },
  };
  return booleanPointInPolygon(position as [number, number], feature);
}

const overlap = (a: BoundingBox | null, b: BoundingBox): boolean => a !== null && boxesOverlap(a, b);
