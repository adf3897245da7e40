/** Selects regions that may answer a query by bounding box. Their versions make the cache key. */

import type { LiveRegion, LiveRegions } from '../format/live-regions.ts';
import type { Layer } from '../format/tile-sets.ts';
import { areaOfBox_m2, areaOfZone_m2 } from '../geo/area.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxAround,
  commonBox,
  type Polygon,
  type Position,
  type Zone,
} from '../geo/positions.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import { MIN_COVERED_SHARE } from '../limits.ts';
import type { Area } from '../request/parse-count-query.ts';

export interface RegionsNear {
  /** May contain the origin, likeliest first. */
  readonly roads: readonly LiveRegion[];
  /** May cover the counted zone, ascending by name. */
  readonly counts: readonly LiveRegion[];
}

const LIKELY_KM_H = { pedestrian: 4, motorized: 30 } as const;
const FAST_KM_H = { pedestrian: 5, motorized: 60 } as const;
const FASTEST_KM_H = { pedestrian: 5, motorized: 150 } as const;
/** To the road, from the road, and the outline's tolerance. */
const BEYOND_ROADS_M = 1_000;
const ROUNDING = 1e-6;
/** Coverages read at a time. */
export const COMPARED = 4;

export function regionsNear(area: Area, layer: Layer, live: LiveRegions): RegionsNear {
  if (area.option === 'zone') {
    const zone = [area.zone];
    const overlapping = live.overlapping(layer, boundingBoxOf(area.zone));
    return { roads: [], counts: mayCover(zone, layer, overlapping) };
  }
  const { isochrone } = area;
  const roads = live.overlapping('roads', boxAround(isochrone.origin, 0));
  return {
    roads: likeliestFirst(
      roads.filter(({ boxes }) => boxes[layer] !== null),
      isochrone,
      layer,
    ),
    counts: live.overlapping(layer, reachBox(isochrone, FASTEST_KM_H, BEYOND_ROADS_M)),
  };
}

/** Ascending. */
export const versionsOf = ({ roads, counts }: RegionsNear): string[] =>
  [...new Set([...roads, ...counts].map(({ version }) => version))].sort();

/** @param regions ascending by name, as the result */
export function mayCover(zone: Zone, layer: Layer, regions: readonly LiveRegion[]): readonly LiveRegion[] {
  const box = boundingBoxOf(zone.flat());
  const area_m2 = areaOfZone_m2(zone);
  const shares = new Map(
    regions.map((region) => [region, sharedArea_m2(region.boxes[layer], box) / area_m2]),
  );
  const shareOf = (region: LiveRegion): number => shares.get(region) ?? 0;
  const enough = regions.filter((region) => shareOf(region) >= MIN_COVERED_SHARE - ROUNDING);
  if (enough.length > 0) return enough;
  return regions.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, COMPARED);
}

/** Ignores rounding errors. */
export const isLarger = (share: number, other: number): boolean =>
  Math.round(share / ROUNDING) > Math.round(other / ROUNDING);

/** Boxes that isochrones usually fill, and rarely exceed. */
export const likelyReach = (query: IsochroneQuery): BoundingBox => reachBox(query, LIKELY_KM_H);
export const fastReach = (query: IsochroneQuery): BoundingBox => reachBox(query, FAST_KM_H);

export const polygonOfBox = ({ west, south, east, north }: BoundingBox): Polygon => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

function likeliestFirst(
  regions: readonly LiveRegion[],
  query: IsochroneQuery,
  layer: Layer,
): readonly LiveRegion[] {
  if (regions.length < 2) return regions;
  const [likely, fast] = [likelyReach(query), fastReach(query)];
  return sortedByShares(
    regions,
    ({ boxes }) => sharedArea_m2(boxes[layer], likely) / areaOfBox_m2(likely),
    ({ boxes }) => sharedArea_m2(boxes.roads, fast) / areaOfBox_m2(fast),
  );
}

/** By falling first shares, then falling second ones; stable. */
export function sortedByShares<T>(
  regions: readonly T[],
  first: (region: T) => number,
  second: (region: T) => number,
): T[] {
  const rounded = (share: number): number => Math.round(share / ROUNDING);
  return regions
    .map((region) => ({ region, first: rounded(first(region)), second: rounded(second(region)) }))
    .sort((a, b) => b.first - a.first || b.second - a.second)
    .map(({ region }) => region);
}

function reachBox(
  { origin, travel, time_s }: IsochroneQuery,
  speeds_km_h: Readonly<Record<IsochroneQuery['travel'], number>>,
  beyond_m = 0,
): BoundingBox {
  return boxAround(origin, (speeds_km_h[travel] * time_s) / 3.6 + beyond_m);
}

const sharedArea_m2 = (a: BoundingBox | null, b: BoundingBox): number => {
  const common = a && commonBox(a, b);
  return common ? areaOfBox_m2(common) : 0;
};

export const exchanged = ([lon, lat]: Position): Position => [lat, lon];
