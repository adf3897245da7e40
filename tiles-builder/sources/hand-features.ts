/** Passes features from files other than OSM PBF to the consumers that want their tags, as lines, areas and points. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Position } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { Progress, Tags } from '../base/records.ts';
import { isSimpleRing } from '../geometry/rings.ts';
import { attributeTags } from './attribute-tags.ts';
import { type Feature, featuresOf, geometryPolygons, geometryRings } from './feature-geometry.ts';
import type { Consumer, LineNodes, ReadSource } from './features.ts';
import type { Layer, LayerSource } from './formats/layer.ts';

/**
 * Lines are LineStrings, parts of MultiLineStrings, and shells of Polygons with a line's tags; they meet at equal positions.
 * Lines of relations repeat features.
 */
export async function handFeatures(
  source: LayerSource,
  layer: Layer,
  consumers: readonly Consumer[],
  progress: Progress,
): Promise<ReadSource> {
  const { file } = source;
  const wantsBuildings = consumers.some(({ areas }) => areas?.impliedKey !== undefined);
  const attributes = wantsBuildings ? await attributeTags(source, layer) : null;
  const areaTakers: AreaTaker[] = [];
  for (const { areas } of consumers) {
    if (!areas) continue;
    const { impliedKey } = areas;
    const isImplied = impliedKey !== undefined && !attributes && !(await layer.hasProperty(impliedKey));
    areaTakers.push(isImplied ? { ...areas, wants: () => true } : areas);
  }
  const lineTakers = consumers.flatMap(({ lines }) => lines ?? []);
  const pointTakers = consumers.flatMap(({ points }) => points ?? []);
  const numberOf = numberPositions();
  const hand = (feature: Feature, order: number): void => {
    const { id } = feature;
    const tags = attributes?.(source, feature) ?? feature.tags;
    const areas = areaTakers.filter(({ wants }) => wants(tags));
    if (areas.length > 0) handArea(file, feature, tags, order, areas);
    const lines = lineTakers.filter(({ wants }) => wants(tags));
    for (const nodes of lines.length > 0 ? linesOf(file, feature, numberOf) : []) {
      for (const { take } of lines) take({ id: wayId(id) ?? order + 1, tags, ...nodes });
    }
  };
  const handPoint = (feature: Feature): void => {
    const { tags } = feature;
    for (const { key, take } of pointTakers) {
      if (tags[key] !== undefined) take({ position: geometryRings(file, feature)[0][0], tags });
    }
  };
  let order = 0;
  for await (const batch of featuresOf(source, layer)) {
    for (const feature of batch) {
      if (feature.geometry?.type === 'Point') handPoint(feature);
      hand(feature, order++);
    }
    progress('Read features', order, layer.count ?? undefined);
  }
  return { isExtract: false, statedBounds: null };
}

type AreaTaker = NonNullable<Consumer['areas']>;

function handArea(
  file: string,
  feature: Feature,
  tags: Tags,
  order: number,
  takers: readonly AreaTaker[],
): void {
  const polygons = geometryPolygons(file, feature);
  const isValid = polygons?.flat().every(isSimpleRing) ?? false;
  for (const { take, leaveOut } of takers) {
    if (polygons && isValid) take({ id: feature.id, polygons, tags, order });
    else if (polygons || feature.geometry === null) leaveOut?.();
  }
}

/** Numbers positions in 1e-7 degrees in the order in which they come. */
function numberPositions(): (lon: number, lat: number) => number {
  const numbers = new Map<string, number>();
  return (lon, lat) => {
    const key = `${lon},${lat}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
}

function wayId(id: string): number | null {
  const digits = /^(?:way\/)?(\d+)$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

function linesOf(
  file: string,
  feature: Feature,
  numberOf: (lon: number, lat: number) => number,
): LineNodes[] {
  return linePositions(file, feature)
    .filter((positions) => positions.length > 1)
    .map((positions) => {
      const unitsOf = (axis: 0 | 1): Int32Array =>
        Int32Array.from(positions, (position) => Math.round(position[axis] / COORDINATE_UNIT_DEGREES));
      const lon = unitsOf(0);
      const lat = unitsOf(1);
      return { nodes: Uint32Array.from(lon, (_, i) => numberOf(lon[i], lat[i])), lon, lat };
    });
}

function linePositions(file: string, feature: Feature): Position[][] {
  if (feature.geometry === null || feature.id.startsWith('relation/')) return [];
  const { type, coordinates } = feature.geometry;
  if (type !== 'LineString' && type !== 'MultiLineString' && type !== 'Polygon') return [];
  if (!Array.isArray(coordinates)) throw new BadInput(file, feature.id, `its ${type} has no coordinates`);
  const lines = geometryRings(file, feature);
  return type === 'Polygon' ? lines.slice(0, 1) : lines;
}
