/** Measures which share of a zone's area lies in the coverage of a region. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { MultiPolygon } from 'geojson';
import type { LiveRegion, LiveRegions } from '../format/live-regions.ts';
import type { Coverage } from '../format/manifest.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import { type BoundingBox, boundingBoxOf, type Position, type Zone } from '../geo/positions.ts';
import { sharedArea_m2 } from '../geo/shared-area.ts';

export type ReadCoverage = (region: LiveRegion) => Promise<Coverage>;

export interface LiveCoverages {
  readonly live: LiveRegions;
  readonly coverageOf: ReadCoverage;
}

/** @returns 0 to 1 */
export function coveredShareOf(zone: Zone, coverage: Zone): number {
  if (coverage.length === 0) return 0;
  if (!hasEdgeNear(coverage, boundingBoxOf(zone.flat()))) return contains(coverage, zone[0][0][0]) ? 1 : 0;
  return Math.min(1, sharedArea_m2(zone, coverage) / areaOfZone_m2(zone));
}

function hasEdgeNear(zone: Zone, { west, south, east, north }: BoundingBox): boolean {
  for (const polygon of zone) {
    for (const ring of polygon) {
      let from = ring[0];
      for (const to of ring) {
        const isEastOrWest = (from[0] < west && to[0] < west) || (from[0] > east && to[0] > east);
        const isAboveOrBelow = (from[1] < south && to[1] < south) || (from[1] > north && to[1] > north);
        if (!isEastOrWest && !isAboveOrBelow) return true;
        from = to;
      }
    }
  }
  return false;
}

export const contains = (coverage: Zone, position: Position): boolean =>
  booleanPointInPolygon(position as [number, number], {
    type: 'MultiPolygon',
    coordinates: coverage as unknown as MultiPolygon['coordinates'],
  });
