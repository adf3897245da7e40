/** Projects features to WGS84 degrees, checks positions and closed rings, and orients polygons; properties become tags. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Tags } from '../base/records.ts';
import { isClosedRing, rightHanded } from '../geometry/rings.ts';
import type { Layer, LayerSource, StoredFeature, StoredGeometry } from './formats/layer.ts';
import { type Project, projectionOf } from './formats/projection.ts';

/** Coordinates are WGS84 degrees, not yet validated. */
export interface Feature extends StoredFeature {
  readonly tags: Tags;
}

export async function* featuresOf(
  { file, crs }: LayerSource,
  layer: Layer,
): AsyncGenerator<readonly Feature[]> {
  const project = projectionOf(file, layer.crs, crs);
  for await (const batch of layer.batches()) {
    yield batch.map((feature) => ({
      ...feature,
      geometry: project ? projected(feature.geometry, project) : feature.geometry,
      tags: tagsOf(feature.properties),
    }));
  }
}

function tagsOf(properties: Readonly<Record<string, unknown>>): Tags {
  const tags: Record<string, string> = {};
  for (const key in properties) {
    const value = properties[key];
    if (typeof value === 'string') tags[key] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') tags[key] = String(value);
  }
  return tags;
}

function projected(geometry: StoredGeometry | null, project: Project): StoredGeometry | null {
  if (geometry === null) return null;
  const each = (coordinates: unknown): unknown => {
    if (!Array.isArray(coordinates)) return coordinates;
    return typeof coordinates[0] === 'number' ? project(coordinates) : coordinates.map(each);
  };
  return { type: geometry.type, coordinates: each(geometry.coordinates) };
}

function checkedPosition(file: string, where: string, position: unknown): Position {
  const [lon, lat] = Array.isArray(position) ? position : [];
  const inRange =
    typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  if (!inRange) {
    const found = JSON.stringify(position)?.slice(0, 80);
    const advice = 'If its coordinates are no degrees, name their CRS with "crs" in the configuration.';
    throw new BadInput(file, where, `a [longitude, latitude] in degrees expected, not ${found}`, advice);
  }
  return [lon, lat];
}

/** Returns lines or rings in 2D; a point is a line of one position. */
export function geometryRings(file: string, feature: Feature): Position[][] {
  const rings: Position[][] = [];
  const collect = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) throw new BadInput(file, feature.id, 'its coordinates are not a list');
    if (coordinates.length === 0) return;
    if (!Array.isArray(coordinates[0])) rings.push([checkedPosition(file, feature.id, coordinates)]);
    else if (Array.isArray(coordinates[0][0])) coordinates.forEach(collect);
    else rings.push(coordinates.map((position) => checkedPosition(file, feature.id, position)));
  };
  if (feature.geometry) collect(feature.geometry.coordinates);
  return rings;
}

/** Returns right-handed polygons, `null` for another type of geometry. */
export function geometryPolygons(file: string, feature: Feature): Zone | null {
  const { type, coordinates } = feature.geometry ?? { type: '', coordinates: null };
  if (type !== 'Polygon' && type !== 'MultiPolygon') return null;
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons)) throw new BadInput(file, feature.id, 'its coordinates are not a list');
  return polygons.map((polygon) => {
    const rings = geometryRings(file, { ...feature, geometry: { type: 'Polygon', coordinates: polygon } });
    if (rings.length === 0 || !rings.every(isClosedRing)) {
      throw new BadInput(file, feature.id, 'a ring is not closed, or has fewer than four positions');
    }
    return rightHanded(rings);
  });
}
