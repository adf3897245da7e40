/** Disaggregates census units to squares by simpler methods, for comparison: by footprint, and by footprint times levels of homes. */

import type { Building, Tags } from '../base/records.ts';
import { areaWithin, boxPolygon, PlanarArea, squareMetresPerSquareDegree } from '../geometry/planar-area.ts';
import { PolygonIndex } from '../geometry/polygon-index.ts';
import { readingsOf } from '../sources/numbers.ts';
import type { ComparedUnit, TruthSquare } from './truth-squares.ts';

export type Baseline = 'footprint' | 'simple';

const SIMPLE_SMALLEST_M2 = 25;
const SIMPLE_LARGEST_M2 = 3_000;
const SIMPLE_EMPTY_KEYS = ['amenity', 'shop', 'office'];
const SIMPLE_EMPTY_BUILDINGS = new Set(
  (
    'industrial garage garages shed church chapel school kindergarten university hospital commercial retail warehouse ' +
    'office public roof greenhouse barn farm_auxiliary stable hut carport service'
  ).split(' '),
);

/** @returns people by baseline, unit and square */
export function baselineCounts(
  compared: readonly ComparedUnit[],
  { footprint_m2, simple }: BuiltUpSquares,
): Record<Baseline, number[]> {
  return { footprint: shareByUnit(compared, footprint_m2), simple: shareByUnit(compared, simple) };
}

export interface BuiltUpSquares {
  readonly footprint_m2: readonly number[];
  readonly simple: readonly number[];
}

export function builtUpSquares(
  squares: readonly TruthSquare[],
  buildings: readonly Building[],
): BuiltUpSquares {
  const footprint_m2 = new Array<number>(squares.length).fill(0);
  const simple = new Array<number>(squares.length).fill(0);
  const index = new PolygonIndex(squares.map(({ outline }) => outline.box));
  for (const { footprint: zone, tags } of buildings) {
    const area = new PlanarArea(zone);
    const met = index.meeting(area.box);
    if (met.length === 0) continue;
    const perSquareDegree = squareMetresPerSquareDegree(area.box.south);
    const box = boxPolygon(area.box);
    const factor = simpleFactor(areaWithin(box, [area]) * perSquareDegree, tags);
    for (const i of met) {
      const area_m2 = areaWithin(box, [area, squares[i].outline]) * perSquareDegree;
      footprint_m2[i] += area_m2;
      simple[i] += area_m2 * factor;
    }
  }
  return { footprint_m2, simple };
}

function simpleFactor(area_m2: number, tags: Tags): number {
  const isHome =
    area_m2 >= SIMPLE_SMALLEST_M2 &&
    area_m2 <= SIMPLE_LARGEST_M2 &&
    !SIMPLE_EMPTY_KEYS.some((key) => key in tags) &&
    !SIMPLE_EMPTY_BUILDINGS.has(tags.building ?? '');
  if (!isHome) return 0;
  const levels = readingsOf(tags['building:levels']).find((own) => own > 0);
  if (levels !== undefined) return levels;
  return tags.building === 'apartments' ? 3 : tags.building === 'residential' ? 1.5 : 1;
}

function shareByUnit(compared: readonly ComparedUnit[], weights: readonly number[]): number[] {
  let first = 0;
  return compared.flatMap(({ unit, squares }) => {
    const own = weights.slice(first, first + squares.length);
    first += squares.length;
    const total = own.reduce((sum, weight) => sum + weight, 0);
    return own.map((weight) => unit.people * (total > 0 ? weight / total : 1 / own.length));
  });
}
