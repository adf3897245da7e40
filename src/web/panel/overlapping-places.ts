/** Finds compared places whose zones or isochrones share area, by testing every pair: their numbers do not add up. */
import type { AnsweredRow } from '../count-result.ts';
import { outlinesOverlap } from '../outlines-overlap.ts';
import { letterOf, type Outline } from '../question.ts';

/** @returns letters of places that overlap another one by the same reach */
export function overlappingPlaces(rows: readonly AnsweredRow[]): string[] {
  const zones = rows.map((answered) => ({
    index: answered.row.index,
    reach: reachOf(answered),
    parts: partsOf(answered),
  }));
  const overlapping = new Set<number>();
  for (const [i, a] of zones.entries()) {
    for (const b of zones.slice(i + 1)) {
      const isCompared = a.index !== b.index && (a.reach === b.reach || !a.reach || !b.reach);
      if (!isCompared || (overlapping.has(a.index) && overlapping.has(b.index))) continue;
      if (a.parts.some((part) => b.parts.some((other) => outlinesOverlap(part, other)))) {
        overlapping.add(a.index).add(b.index);
      }
    }
  }
  return [...overlapping].sort((a, b) => a - b).map(letterOf);
}

const reachOf = ({ row: { reach } }: AnsweredRow): string => (reach ? `${reach.travel} ${reach.time_s}` : '');

function partsOf({ row: { place }, results }: AnsweredRow): readonly Outline[] {
  if (place.option === 'zone') return place.drawing.parts;
  const total = results.find((result) => result.kind === 'total');
  const geometry = total?.answers[0].isochrone?.geometry;
  if (!geometry) return [];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.map((rings) =>
    rings.map((ring) => ring.slice(0, -1).map(([lon, lat]) => [lon, lat] as const)),
  );
}
