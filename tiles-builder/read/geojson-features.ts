/** Features of a GeoJSON file, with OSM's tags in `properties`, as Overpass and osmtogeojson export them, or without. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Position } from '../../src/geo/positions.ts';
import { BadInput } from '../failures/bad-input.ts';
import { isSimpleRing } from '../geometry/rings.ts';
import type { Progress } from '../records.ts';
import type { Consumer, LineNodes, ReadSource } from './features.ts';
import { type GeoJsonFeature, geometryPolygons, geometryRings, readGeoJsonFeatures } from './osm-geojson.ts';

/**
 * Lines are LineStrings, parts of MultiLineStrings, and Polygons with the tags of a line (the shell is the line); those of features
 * of relations are passed over, since their ways are features of their own. Lines meet where they have a position in common. There are no nodes and no
 * relations.
 * @throws BadInput
 */
export function handGeoJsonFeatures(
  file: string,
  consumers: readonly Consumer[],
  progress: Progress,
): ReadSource {
  const features = readGeoJsonFeatures(file);
  const areaTakers = consumers.flatMap(({ areas }) => {
    if (!areas) return [];
    const { impliedKey } = areas;
    const isImplied =
      impliedKey !== undefined && !features.some(({ properties }) => impliedKey in properties);
    return [{ ...areas, wants: isImplied ? () => true : areas.wants }];
  });
  const lineTakers = consumers.flatMap(({ lines }) => lines ?? []);
  const numbering = new PositionNumbers();
  features.forEach((feature, order) => {
    const { id, tags } = feature;
    const areas = areaTakers.filter(({ wants }) => wants(tags));
    const polygons = areas.length > 0 ? geometryPolygons(file, feature) : null;
    if (polygons) {
      const isValid = polygons.flat().every(isSimpleRing);
      for (const { take, leaveOut } of areas) {
        if (isValid) take({ id, polygons, tags, order });
        else leaveOut?.();
      }
    }
    const lines = lineTakers.filter(({ wants }) => wants(tags));
    for (const nodes of lines.length > 0 ? linesOf(file, feature, numbering) : []) {
      for (const { take } of lines) take({ id: wayId(id) ?? order + 1, tags, ...nodes });
    }
    progress('reading features', order + 1, features.length);
  });
  return { isExtract: false, statedBounds: null };
}

/** Numbers positions as they come, the same position always alike. */
class PositionNumbers {
  readonly #numbers = new Map<string, number>();

  numberOf(lon: number, lat: number): number {
    const key = `${lon},${lat}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }
}

/** The number in `way/123` or `123`. */
function wayId(id: string): number | null {
  const digits = /^(?:way\/)?(\d+)$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

function linesOf(file: string, feature: GeoJsonFeature, numbering: PositionNumbers): LineNodes[] {
  return linePositions(file, feature)
    .filter((positions) => positions.length > 1)
    .map((positions) => {
      const unitsOf = (axis: 0 | 1): Int32Array =>
        Int32Array.from(positions, (position) => Math.round(position[axis] / COORDINATE_UNIT_DEGREES));
      const lon = unitsOf(0);
      const lat = unitsOf(1);
      return { nodes: Uint32Array.from(lon, (_, i) => numbering.numberOf(lon[i], lat[i])), lon, lat };
    });
}

function linePositions(file: string, feature: GeoJsonFeature): Position[][] {
  if (feature.geometry === null || feature.id.startsWith('relation/')) return [];
  const { type, coordinates } = feature.geometry;
  if (type !== 'LineString' && type !== 'MultiLineString' && type !== 'Polygon') return [];
  if (!Array.isArray(coordinates)) throw new BadInput(file, feature.id, `its ${type} has no coordinates`);
  const lines = geometryRings(file, feature);
  return type === 'Polygon' ? lines.slice(0, 1) : lines;
}
