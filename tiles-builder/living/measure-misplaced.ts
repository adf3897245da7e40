/**
 * Sums people that census units count where the map has no capacity, overall and by squares of 5 km. Over 3 % in all, or 10 %
 * in a square, stops the build.
 */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Position } from '../../src/geo/positions.ts';

export interface Misplaced {
  readonly people: number;
  /** Share of people counted, 0 to 1. */
  readonly share: number;
  /** 5 km square of over 1,000 people with the largest share. */
  readonly worst: { readonly position: Position; readonly people: number; readonly of_people: number } | null;
  /** Unless accepted in the configuration. */
  readonly stops: boolean;
}

export const NOBODY_MISPLACED: Misplaced = { people: 0, share: 0, worst: null, stops: false };

export interface CountedUnit {
  readonly position: Position;
  readonly counted_people: number;
  readonly isMisplaced: boolean;
}

const MOST_OF_ALL = 0.03;
const MOST_OF_A_SQUARE = 0.1;
const SQUARE_M = 5_000;
const PEOPLE_OF_A_SQUARE = 1_000;

export function measureMisplaced(units: Iterable<CountedUnit>): Misplaced {
  let misplaced = 0;
  let all = 0;
  const squares = new Map<number, { counted: number; misplaced: number; position: Position; most: number }>();
  for (const { position, counted_people, isMisplaced } of units) {
    all += counted_people;
    const key = squareAt(position);
    const square = squares.get(key) ?? { counted: 0, misplaced: 0, position, most: 0 };
    squares.set(key, square);
    square.counted += counted_people;
    if (!isMisplaced) continue;
    misplaced += counted_people;
    square.misplaced += counted_people;
    if (counted_people > square.most) [square.position, square.most] = [position, counted_people];
  }
  let worst: Misplaced['worst'] = null;
  for (const { counted, misplaced: people, position } of squares.values()) {
    if (people === 0 || counted <= PEOPLE_OF_A_SQUARE) continue;
    if (worst && people / counted <= worst.people / worst.of_people) continue;
    worst = { position, people, of_people: counted };
  }
  const share = all > 0 ? misplaced / all : 0;
  const stops = share > MOST_OF_ALL || (worst !== null && worst.people > MOST_OF_A_SQUARE * worst.of_people);
  return { people: misplaced, share, worst, stops };
}

function squareAt([lon, lat]: Position): number {
  const row = Math.floor((lat * METRES_PER_DEGREE) / SQUARE_M);
  const middle = (((row + 0.5) * SQUARE_M) / METRES_PER_DEGREE) * (Math.PI / 180);
  return row * SQUARES_A_ROW + Math.floor((lon * METRES_PER_DEGREE * Math.cos(middle)) / SQUARE_M);
}
const SQUARES_A_ROW = 20_000;
