/**
 * Edits a drawn zone in pure functions (adds or moves vertices), and makes GeoJSON of its shape and
 * handles.
 */
import { feature, lineString, point } from '@turf/helpers';
import type { Feature, MultiLineString, Point } from 'geojson';
import type { Position } from '../../geo/positions.ts';
import { closedRings, geometryOf, type ZonePlace } from '../question.ts';

export const MIN_VERTICES = 3;

export interface VertexIndex {
  readonly part: number;
  readonly ring: number;
  readonly vertex: number;
}

/** A vertex, or the midpoint of the side before it. */
export interface Handle extends VertexIndex {
  readonly kind: 'vertex' | 'midpoint';
  readonly isOfMany: boolean;
}

const MANY_VERTICES = 50;

/** Vertices of a zone that is being drawn. */
export const shellOf = ({ parts }: ZonePlace): readonly Position[] => parts[0]?.[0] ?? [];

export const addVertex = (zone: ZonePlace, position: Position): ZonePlace =>
  zone.closed ? zone : { ...zone, parts: [[[...shellOf(zone), position]]] };

export const canFinish = (zone: ZonePlace): boolean => !zone.closed && shellOf(zone).length >= MIN_VERTICES;

export const finish = (zone: ZonePlace): ZonePlace => (canFinish(zone) ? { ...zone, closed: true } : zone);

/** Inserts a vertex before `at` if `inserted`. The drawing is then no simplified boundary any more. */
export function moveVertex(
  zone: ZonePlace,
  { part, ring, vertex }: VertexIndex,
  position: Position,
  inserted: boolean,
): ZonePlace {
  const outline = zone.parts[part];
  const positions = outline[ring].toSpliced(vertex, inserted ? 0 : 1, position);
  return { ...zone, parts: zone.parts.with(part, outline.with(ring, positions)), within_m: 0 };
}

/** Draws the sides that a click would make. */
export function rubberBand(zone: ZonePlace, pointer: Position | null): Feature[] {
  const shell = shellOf(zone);
  if (zone.closed || !pointer || shell.length === 0) return [];
  const ends = [shell.at(-1)!, pointer, ...(shell.length > 1 ? [shell[0]] : [])];
  return [lineString(ends as unknown as number[][])];
}

/** Draws sides also if there is no area yet. */
export function drawnShape(zone: ZonePlace, properties: Feature['properties']): Feature[] {
  const shell = shellOf(zone);
  if (shell.length < 2) return [];
  const rings = zone.closed ? zone.parts.flatMap(closedRings) : [shell];
  const coordinates = rings as unknown as MultiLineString['coordinates'];
  const sides = feature({ type: 'MultiLineString', coordinates } as const, properties);
  return zone.closed ? [feature(geometryOf(zone), properties), sides] : [sides];
}

export function handlesOf({ parts, closed }: ZonePlace): Feature<Point, Handle>[] {
  const isOfMany = parts.flat(2).length > MANY_VERTICES;
  return parts.flatMap((outline, part) =>
    outline.flatMap((positions, ring) =>
      positions.flatMap((position, vertex) => {
        const [lon, lat] = positions[(vertex + 1) % positions.length];
        const middle = [(position[0] + lon) / 2, (position[1] + lat) / 2];
        const own = point<Handle>([...position], { kind: 'vertex', isOfMany, part, ring, vertex });
        const before = { kind: 'midpoint', isOfMany, part, ring, vertex: vertex + 1 } as const;
        return closed ? [point<Handle>(middle, before), own] : [own];
      }),
    ),
  );
}
