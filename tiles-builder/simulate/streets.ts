/** Reads real streets (OSM ways as GeoJSON, tags as properties), along which a town is simulated. */
import type { FeatureCollection, Position as GeoJsonPosition } from 'geojson';
import type { Tags } from '../base/records.ts';
import type { LocalPlane, Point } from './local-plane.ts';
import type { Segment } from './rectangles.ts';

export interface Street {
  readonly points: readonly Point[];
  readonly segments: readonly Segment[];
  readonly isBuilt: boolean;
  readonly length_m: number;
}

/** Half a road's width with its verge, metres, by `highway`. */
const CLEARANCE_M: Readonly<Record<string, number>> = {
  motorway: 25,
  motorway_link: 15,
  trunk: 20,
  trunk_link: 12,
  primary: 12,
  secondary: 10,
  tertiary: 8,
  residential: 6,
  unclassified: 6,
  living_street: 5,
  pedestrian: 5,
  service: 4,
};
const PATH_CLEARANCE_M = 2;
const BUILT_ALONG = new Set(['residential', 'living_street', 'unclassified', 'tertiary', 'pedestrian']);

export function readStreets(features: FeatureCollection, plane: LocalPlane): Street[] {
  const streets: Street[] = [];
  for (const { geometry, properties } of features.features) {
    const tags = (properties ?? {}) as Tags;
    const isLine = geometry.type === 'LineString';
    const line = isLine ? geometry.coordinates : geometry.type === 'Polygon' ? geometry.coordinates[0] : [];
    const clearance_m = CLEARANCE_M[tags.highway ?? ''] ?? PATH_CLEARANCE_M;
    const points = line.map(([lon, lat]: GeoJsonPosition) => plane.toPlane([lon!, lat!]));
    const segments = points.slice(1).map((to, index) => ({ from: points[index], to, clearance_m }));
    const offGround = tags.tunnel !== undefined || tags.bridge !== undefined;
    streets.push({
      points,
      segments,
      isBuilt: isLine && !offGround && BUILT_ALONG.has(tags.highway ?? ''),
      length_m: segments.reduce((sum, { from, to }) => sum + Math.hypot(to[0] - from[0], to[1] - from[1]), 0),
    });
  }
  return streets;
}

export function alongStreet(
  street: Street,
  distance_m: number,
): { readonly at: Point; readonly direction: Point } {
  let left = distance_m;
  let at: Point = street.points[0];
  let direction: Point = [1, 0];
  for (const { from, to } of street.segments) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) continue;
    direction = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const walked = Math.min(left, length);
    at = [from[0] + direction[0] * walked, from[1] + direction[1] * walked];
    left -= length;
    if (left <= 0) break;
  }
  return { at, direction };
}
