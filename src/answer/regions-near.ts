/**
 * Finds the regions that may answer a query, by boxes that contain its origin or overlap its zone or reach; later, exact
 * coverages decide. The versions of all these are part of the cache key.
 */

import type { LiveRegion, LiveRegions } from '../format/live-regions.ts';
import type { Layer } from '../format/tile-sets.ts';
import { areaOfBox_m2 } from '../geo/area.ts';
import { type BoundingBox, boundingBoxOf, boxAround, commonBox, type Zone } from '../geo/positions.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import type { Area } from '../request/parse-count-query.ts';
import { sortedByShares } from './compare-shares.ts';
import { farthestReach, fastReach, likelyReach } from './reach-box.ts';

export interface RegionsNear {
  /** May contain the origin, likeliest first. */
  readonly roads: readonly LiveRegion[];
  /** May have roads in reach, ascending by name. */
  readonly roadsInReach: readonly LiveRegion[];
  /** May cover the counted zone, ascending by name. */
  readonly counts: readonly LiveRegion[];
}

/** This many coverages are read at a time. */
export const COMPARED = 4;

export function regionsNear(area: Area, layer: Layer, live: LiveRegions): RegionsNear {
  if (area.option === 'zone') {
    return { roads: [], roadsInReach: [], counts: live.overlapping(layer, boundingBoxOf(area.zone)) };
  }
  const { isochrone } = area;
  const roads = live.overlapping('roads', boxAround(isochrone.origin, 0));
  const farthest = farthestReach(isochrone);
  return {
    roads: likeliestFirst(
      roads.filter(({ boxes }) => boxes[layer] !== null),
      isochrone,
      layer,
    ),
    roadsInReach: live.overlapping('roads', farthest),
    counts: live.overlapping(layer, farthest),
  };
}

/** Lists versions in ascending order. */
export const versionsOf = ({ roads, roadsInReach, counts }: RegionsNear): string[] =>
  [...new Set([...roads, ...roadsInReach, ...counts].map(({ version }) => version))].sort();

/** Finds regions whose box overlaps the zone's, with the share of the zone's box that each overlaps. */
export function byShareOfBox(
  zone: Zone,
  layer: Layer,
  regions: readonly LiveRegion[],
): readonly { readonly region: LiveRegion; readonly share: number }[] {
  const box = boundingBoxOf(zone.flat());
  const area_m2 = areaOfBox_m2(box);
  return regions
    .map((region) => ({ region, share: sharedArea_m2(region.boxes[layer], box) / area_m2 }))
    .filter(({ share }) => share > 0);
}

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

const sharedArea_m2 = (a: BoundingBox | null, b: BoundingBox): number => {
  const common = a && commonBox(a, b);
  return common ? areaOfBox_m2(common) : 0;
};
