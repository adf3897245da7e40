/** Finds compared places whose zones or isochrones share area, by testing every pair: their numbers do not add up. */
import type { MultiPolygon, Polygon } from 'geojson';
import type { Zone } from '../../geo/positions.ts';
import type { AnsweredRow } from '../count-result.ts';
import { closedRings, letterOf, type Outline } from '../question.ts';
import { zonesOverlap } from '../zones-overlap.ts';

/** @returns letters of places that overlap another one by the same reach */
export function overlappingPlaces(rows: readonly AnsweredRow[]): string[] {
  const zones = rows.flatMap((answered) => {
    const shape = shapeOf(answered);
    return shape ? [{ index: answered.row.index, reach: reachOf(answered), shape }] : [];
  });
  const overlapping = new Set<number>();
  for (const [i, a] of zones.entries()) {
    for (const b of zones.slice(i + 1)) {
      const isCompared = a.index !== b.index && (a.reach === b.reach || !a.reach || !b.reach);
      if (!isCompared || (overlapping.has(a.index) && overlapping.has(b.index))) continue;
      if (overlap(a.shape, b.shape)) overlapping.add(a.index).add(b.index);
    }
  }
  return [...overlapping].sort((a, b) => a - b).map(letterOf);
}

const reachOf = ({ row: { reach } }: AnsweredRow): string => (reach ? `${reach.travel} ${reach.time_s}` : '');

/** Of a drawn zone, or of an answer's isochrone. */
type Shape = readonly Outline[] | Polygon | MultiPolygon;

function shapeOf({ row: { place }, results }: AnsweredRow): Shape | undefined {
  if (place.option === 'zone') return place.drawing.parts;
  return results.find((result) => result.kind === 'total')?.isochrone?.geometry;
}

/** Answers render again and again. */
const found = new WeakMap<Shape, WeakMap<Shape, boolean>>();

function overlap(a: Shape, b: Shape): boolean {
  const known = found.get(a) ?? new WeakMap<Shape, boolean>();
  const isOverlap = known.get(b) ?? zonesOverlap(zoneOf(a), zoneOf(b));
  found.set(a, known.set(b, isOverlap));
  return isOverlap;
}

function zoneOf(shape: Shape): Zone {
  if (!('type' in shape)) return shape.map(closedRings);
  return (shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates) as unknown as Zone;
}
