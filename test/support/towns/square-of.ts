/** Names the square of the European statistical grid around a place, as GEOSTAT does. */
import type { Position } from '../../../src/geo/positions.ts';
import {
  EUROPEAN_GRID,
  gridPlaceOf,
  gridSquareId,
} from '../../../tiles-builder/sources/census/grid-square.ts';

export function squareOf(place: Position, size_m: number): string {
  const [east_m, north_m] = gridPlaceOf(place, EUROPEAN_GRID).map(
    (metres) => Math.floor(metres / size_m) * size_m,
  );
  return gridSquareId({ projection: EUROPEAN_GRID, size_m, east_m, north_m });
}
