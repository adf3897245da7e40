/**
 * Edits a drawn zone in pure functions (adds or moves vertices), and makes GeoJSON of its shape and
 * handles.
 */
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { Position } from '../../geo/positions.ts';
import { closedRings, type Drawing } from '../question.ts';

export const MIN_VERTICES = 3;

export interface VertexIndex {
  readonly part: number;
  readonly ring: number;
  readonly vertex: number;
}

/** Vertex, or the midpoint of the side before it. */
export interface Handle extends VertexIndex {
  readonly kind: 'vertex' | 'midpoint';
  readonly isOfMany: boolean;
}

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

export function handlesOf({ parts, closed }: Drawing): FeatureCollection<Point, Handle> {
  const isOfMany = parts.flat(2).length > MANY_VERTICES;
  const handle = (kind: Handle['kind'], at: VertexIndex, [lon, lat]: Position): Feature<Point, Handle> => ({
    type: 'Feature',
    properties: { kind, isOfMany, ...at },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  });
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
  return { type: 'FeatureCollection', features };
}
