/** Water as the basemap draws it. */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import type { Water } from '../../read/gather/gather-water.ts';
import type { BasemapFeature } from './basemap-feature.ts';
import { seaInBox } from './sea.ts';

const FIRST_ZOOM = { sea: 8, area: 8, river: 9, stream: 13 } as const;

/** @param coverage where the extract is complete; the sea is drawn in its bounding box */
export function waterFeatures(
  { areas, rivers, streams, coastlines }: Water,
  coverage: Zone,
): BasemapFeature[] {
  return [
    ...seaInBox(coastlines, coverage).map((polygon) => area([polygon], 'sea')),
    ...areas.map((zone) => area(zone, 'area')),
    ...rivers.map((positions) => line(positions, 'river')),
    ...streams.map((positions) => line(positions, 'stream')),
  ];
}

function area(zone: Zone, kind: 'sea' | 'area'): BasemapFeature {
  const coordinates = zone as unknown as [number, number][][][];
  return {
    layer: 'water',
    firstZoom: FIRST_ZOOM[kind],
    properties: { class: kind },
    geometry: { type: 'MultiPolygon', coordinates },
  };
}

function line(positions: readonly Position[], kind: 'river' | 'stream'): BasemapFeature {
  const coordinates = positions as unknown as [number, number][];
  return {
    layer: 'water',
    firstZoom: FIRST_ZOOM[kind],
    properties: { class: kind },
    geometry: { type: 'LineString', coordinates },
  };
}
