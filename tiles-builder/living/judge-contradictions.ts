/** Whether people are put where they cannot be, and how many. */
import { cellToLatLng } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Position } from '../../src/geo/positions.ts';
import { METRES_PER_DEGREE } from '../geometry/planar-area.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { CensusExamination } from './spread-censuses.ts';

/** People who are counted in census units where the map is known and holds nothing for them to live in. */
export interface Misplaced {
  readonly people: number;
  /** Of all people counted, 0 to 1. */
  readonly share: number;
  /** Where they are the largest share of a square of 5 km with over 1,000 people; `null` where there are none in such a one. */
  readonly worst: { readonly position: Position; readonly people: number; readonly of_people: number } | null;
  /** Whether they are too many to build with unless the configuration accepts them. */
  readonly stops: boolean;
}

const MOST_OF_ALL = 0.03;
const MOST_OF_A_SQUARE = 0.1;
const SQUARE_M = 5_000;
const PEOPLE_OF_A_SQUARE = 1_000;

/** @param people all who are counted */
export function judgeContradictions(
  examinations: readonly CensusExamination[],
  people: MillipersonsByCell,
): Misplaced {
  const units = examinations.flatMap(({ contradicted, coverage_is_named }) =>
    coverage_is_named ? contradicted : [],
  );
  const misplaced = units.reduce((sum, unit) => sum + unit.people, 0);
  const all = examinations.reduce((sum, { counted_people }) => sum + counted_people, 0);
  const share = all > 0 ? misplaced / all : 0;
  if (units.length === 0) return { people: 0, share, worst: null, stops: false };
  const counted = new Map<string, number>();
  for (const [cell, count] of people) {
    const [lat, lon] = cellToLatLng(cell);
    const square = squareAt([lon, lat]);
    counted.set(square, (counted.get(square) ?? 0) + count / MILLIPERSONS);
  }
  let worst: Misplaced['worst'] = null;
  for (const [square, own] of Map.groupBy(units, ({ position }) => squareAt(position))) {
    const here = own.reduce((sum, unit) => sum + unit.people, 0);
    const of_people = Math.max(here, counted.get(square) ?? 0);
    if (of_people <= PEOPLE_OF_A_SQUARE) continue;
    if (worst && here / of_people <= worst.people / worst.of_people) continue;
    worst = { position: own[0]!.position, people: here, of_people };
  }
  const stops = share > MOST_OF_ALL || (worst !== null && worst.people > MOST_OF_A_SQUARE * worst.of_people);
  return { people: misplaced, share, worst, stops };
}

/** The name of the square that a position lies in; squares are those of a fixed grid, as wide as high in its middle. */
function squareAt([lon, lat]: Position): string {
  const row = Math.floor((lat * METRES_PER_DEGREE) / SQUARE_M);
  const middle = (((row + 0.5) * SQUARE_M) / METRES_PER_DEGREE) * (Math.PI / 180);
  return `${row},${Math.floor((lon * METRES_PER_DEGREE * Math.cos(middle)) / SQUARE_M)}`;
}
