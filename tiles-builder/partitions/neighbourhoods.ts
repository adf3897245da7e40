/** Finds the partitions near a position, cached by H3 cells of some 2.5 km to spare H3 calls for millions of places. */
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import { ancestorNumber } from '../../src/geo/lattice-index.ts';

/** H3 resolution of the cache's cells, some 2.5 km wide. */
export const NEIGHBOURHOOD_RESOLUTION = 7;

/** Equal numbers mean one neighbourhood; a neighbourhood on several icosahedron faces has a number on each. */
export type NeighbourhoodNumber = number;

export const neighbourhoodNumber = (lon: number, lat: number): NeighbourhoodNumber =>
  ancestorNumber(centreOfCellAt(lon, lat), NEIGHBOURHOOD_RESOLUTION);
