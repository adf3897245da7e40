/**
 * Neighbourhoods of places by numbers, so that nobody has to ask for the index of each of millions of places.
 * Source of the steps between resolutions: https://h3geo.org/docs/core-library/overview (aperture 7, one way round and the other)
 */
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { aOf, bOf, centreOfCellAt, FACE_SIZE, faceOf, numberOf } from '../../src/geo/grid-lattice.ts';

/** What is near is looked up by neighbourhoods: H3 cells of this resolution, some 2.5 km wide. */
export const NEIGHBOURHOOD_RESOLUTION = 7;

/** Places with one number are in one neighbourhood; one that lies on several faces of the icosahedron has a number on each. */
export type NeighbourhoodNumber = number;

/** Makes the coordinates of every neighbourhood on its face positive. */
const OFFSET = 2 ** 12;

/**
 * Coordinates of cells count along two of three axes that are 120° apart, from the middle of the face, where each resolution
 * has a centre. The parent of a cell is the coarser one whose centre is the nearest.
 */
export function neighbourhoodNumber(lon: number, lat: number): NeighbourhoodNumber {
  const centre = centreOfCellAt(lon, lat);
  const a = aOf(centre) - FACE_SIZE / 3;
  const b = bOf(centre) - FACE_SIZE / 3;
  let i = (2 * a + b) / 3;
  let j = (a + 2 * b) / 3;
  for (let resolution = GRID_RESOLUTION; resolution > NEIGHBOURHOOD_RESOLUTION; resolution--) {
    const turnsLeft = resolution % 2 === 1;
    const [alongI, alongJ] = turnsLeft ? [3 * i - j, i + 2 * j] : [2 * i + j, 3 * j - i];
    i = Math.round(alongI / 7);
    j = Math.round(alongJ / 7);
  }
  return numberOf(faceOf(centre), i + OFFSET, j + OFFSET);
}
