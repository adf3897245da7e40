/** Finds partitions near a position, cached by H3 cell. */
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import { ancestorNumber } from '../../src/geo/lattice-index.ts';

/** Some 2.5 km wide. */
export const NEIGHBOURHOOD_RESOLUTION = 7;

/** A neighbourhood on several icosahedron faces has a number on each. */
export type NeighbourhoodNumber = number;

export const neighbourhoodNumber = (lon: number, lat: number): NeighbourhoodNumber =>
  ancestorNumber(centreOfCellAt(lon, lat), NEIGHBOURHOOD_RESOLUTION);
