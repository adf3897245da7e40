/**
 * Edits a drawn zone in pure functions (adds or moves vertices, moves the zone), and makes GeoJSON of its shape and
 * handles.
 */
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { Position } from '../../geo/positions.ts';
import { closedRings, type Drawing, rounded } from '../question.ts';

export const MIN_VERTICES = 3;

export interface VertexIndex {
  readonly part: number;
  readonly ring: number;
  readonly vertex: number;
}

/** Vertex, the midpoint of the side before it, or the whole zone. */
export type Handle = (
  | ({ readonly kind: 'vertex' | 'midpoint' } & VertexIndex)
  | { readonly kind: 'zone' }
) & {
  readonly isOfMany: boolean;
};

const MANY_VERTICES = 50;

export function addVertex(drawing: Drawing, position: Position): Drawing {
  if (drawing.closed) return drawing;
  return { ...drawing, parts: [[[...(drawing.parts[0]?.[0] ?? []), position]]] };
}

export function canFinish({ parts, closed }: Drawing): boolean {
  return !closed && (parts[0]?.[0]?.length ?? 0) >= MIN_VERTICES;
}

export const finish = (drawing: Drawing): Drawing =>
  canFinish(drawing) ? { ...drawing, closed: true } : drawing;

/** Inserts before `at` if `inserted`. No longer a simplified boundary. */
export function moveVertex(
  drawing: Drawing,
  at: VertexIndex,
  position: Position,
  inserted: boolean,
): Drawing {
  const parts = drawing.parts.map((outline, part) =>
    part !== at.part
      ? outline
      : outline.map((positions, ring) =>
          ring === at.ring ? positions.toSpliced(at.vertex, inserted ? 0 : 1, position) : positions,
        ),
  );
  return { parts, closed: drawing.closed, within_m: 0 };
}

/** Of the vertices, so on no side. */
function middleOf({ parts }: Drawing): Position {
  const vertices = parts.flatMap(([shell]) => shell);
  const mean = (axis: 0 | 1): number => vertices.reduce((sum, at) => sum + at[axis], 0) / vertices.length;
  return [mean(0), mean(1)];
}

/** Keeps the size on the ground. */
export function moveZone(drawing: Drawing, [lon, lat]: Position): Drawing {
  const [fromLon, fromLat] = middleOf(drawing);
  const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
  const widening = cosine(fromLat) / cosine(lat);
  const parts = drawing.parts.map((outline) =>
    outline.map((positions) =>
      positions.map(([x, y]) => rounded([lon + (x - fromLon) * widening, lat + y - fromLat])),
    ),
  );
  return { parts, closed: drawing.closed, within_m: 0 };
}

/** Sides that a click would make. */
export function rubberBand({ parts, closed }: Drawing, pointer: Position | null): FeatureCollection {
  const shell = parts[0]?.[0] ?? [];
  if (closed || !pointer || shell.length === 0) return { type: 'FeatureCollection', features: [] };
  const ends = [shell.at(-1)!, pointer, ...(shell.length > 1 ? [shell[0]] : [])];
  const coordinates = ends as unknown as [number, number][];
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }],
  };
}

/** Sides show even without area. */
export function drawnShape({ parts, closed }: Drawing, properties: Feature['properties']): FeatureCollection {
  const shell = parts[0]?.[0];
  if (!shell || shell.length < 2) return { type: 'FeatureCollection', features: [] };
  const rings = closed ? parts.flatMap(closedRings) : [shell];
  const sides = { type: 'MultiLineString', coordinates: rings as unknown as [number, number][][] } as const;
  const areas = parts.map(closedRings) as unknown as [number, number][][][];
  const geometries: Feature['geometry'][] = [
    ...(closed ? [{ type: 'MultiPolygon', coordinates: areas } as const] : []),
    sides,
  ];
  return {
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties, geometry })),
  };
}

export function handlesOf(drawing: Drawing): FeatureCollection<Point, Handle> {
  const { parts, closed } = drawing;
  const isOfMany = parts.flat(2).length > MANY_VERTICES;
  const featureOf = (properties: Handle, [lon, lat]: Position): Feature<Point, Handle> => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [lon, lat] },
  });
  const handle = (kind: 'vertex' | 'midpoint', at: VertexIndex, position: Position): Feature<Point, Handle> =>
    featureOf({ kind, isOfMany, ...at }, position);
  const features = parts.flatMap((outline, part) =>
    outline.flatMap((positions, ring) =>
      positions.flatMap((position, vertex) => {
        const [lon, lat] = positions[(vertex + 1) % positions.length];
        const middle: Position = [(position[0] + lon) / 2, (position[1] + lat) / 2];
        const own = handle('vertex', { part, ring, vertex }, position);
        return closed ? [handle('midpoint', { part, ring, vertex: vertex + 1 }, middle), own] : [own];
      }),
    ),
  );
  if (closed) features.push(featureOf({ kind: 'zone', isOfMany }, middleOf(drawing)));
  return { type: 'FeatureCollection', features };
}
