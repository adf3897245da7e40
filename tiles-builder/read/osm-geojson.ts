/** GeoJSON: its features, and positions, rings and polygons of their geometries. */
import { readFileSync } from 'node:fs';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../failures/bad-input.ts';
import { reasonOf } from '../failures/system-failure.ts';
import { isClosedRing, rightHanded } from '../geometry/rings.ts';
import type { Tags } from '../records.ts';

/** A feature of a GeoJSON file, its geometry not yet looked into. */
export interface GeoJsonFeature {
  /** For messages: `@id`, `id` or its number in the file. */
  readonly id: string;
  /** Properties that are text, numbers or truth values, as text. */
  readonly tags: Tags;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

/**
 * Reads a GeoJSON file: a FeatureCollection, a Feature or a bare geometry.
 * @throws BadInput where the file is missing, not JSON or not GeoJSON
 */
export function readGeoJsonFeatures(file: string): GeoJsonFeature[] {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'is not JSON'));
  }
  if (!isObject(json)) throw new BadInput(file, null, 'is not GeoJSON: an object expected');
  if (json.type === 'FeatureCollection') {
    if (!Array.isArray(json.features)) throw new BadInput(file, null, 'is not GeoJSON: features are missing');
    return json.features.map((feature, index) => readFeature(file, feature, index));
  }
  if (json.type === 'Feature') return [readFeature(file, json, 0)];
  return [readFeature(file, { type: 'Feature', properties: null, geometry: json }, 0)];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFeature(file: string, feature: unknown, index: number): GeoJsonFeature {
  const where = `feature ${index + 1}`;
  if (!isObject(feature) || feature.type !== 'Feature') throw new BadInput(file, where, 'is not a Feature');
  const properties = isObject(feature.properties) ? feature.properties : {};
  const geometry = feature.geometry ?? null;
  if (geometry !== null && (!isObject(geometry) || typeof geometry.type !== 'string')) {
    throw new BadInput(file, where, 'its geometry has no type');
  }
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) tags[key] = String(value);
  }
  return {
    id: String(properties['@id'] ?? feature.id ?? where),
    tags,
    properties,
    geometry: geometry as GeoJsonFeature['geometry'],
  };
}

function checkedPosition(file: string, where: string, position: unknown): Position {
  const [lon, lat] = Array.isArray(position) ? position : [];
  const inRange =
    typeof lon === 'number' && typeof lat === 'number' && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  if (!inRange) {
    const found = JSON.stringify(position)?.slice(0, 80);
    throw new BadInput(file, where, `a [longitude, latitude] in degrees expected, not ${found}`);
  }
  return [lon, lat];
}

/**
 * The lines or rings of a geometry, points as lines of one position; third coordinates are left out.
 * @throws BadInput where a position is none
 */
export function geometryRings(file: string, feature: GeoJsonFeature): Position[][] {
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

/**
 * The polygons of a Polygon or MultiPolygon, their rings right-handed; `null` for another or no geometry.
 * @throws BadInput where a ring is not closed or has fewer than four positions
 */
export function geometryPolygons(file: string, feature: GeoJsonFeature): Zone | null {
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
