/** Counts homes by square of the European statistical grid (EPSG:3035, Lambert azimuthal equal area), named as GEOSTAT does. */
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../base/numbers/add-to.ts';
import { EUROPEAN_GRID, gridPlaceOf, gridSquareId } from '../sources/census/grid-square.ts';

export function squareOf(place: Position, size_m: number): string {
  const [east_m, north_m] = gridPlaceOf(place, EUROPEAN_GRID).map(
    (metres) => Math.floor(metres / size_m) * size_m,
  );
  return gridSquareId({ projection: EUROPEAN_GRID, size_m, east_m, north_m });
}

/** Sorted by id, without empty squares. */
export function countBySquare(homes: Iterable<Position>, side_m: number): Map<string, number> {
  const people = new Map<string, number>();
  for (const home of homes) {
    const square = squareOf(home, side_m);
    addTo(people, square, 1);
  }
  return new Map([...people].sort(([a], [b]) => (a < b ? -1 : 1)));
}
