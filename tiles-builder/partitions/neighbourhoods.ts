/** Numbers the H3 cell of resolution 7 around a position, some 2.5 km wide: a key by which to cache what is near. */
import { centreOfCellAt } from '../../src/geo/grid-lattice.ts';
import { ancestorNumber } from '../../src/geo/lattice-index.ts';

export const NEIGHBOURHOOD_RESOLUTION = 7;

/** A neighbourhood on several icosahedron faces has a number on each. */
export type NeighbourhoodNumber = number;

export const neighbourhoodNumber = (lon: number, lat: number): NeighbourhoodNumber =>
  ancestorNumber(centreOfCellAt(lon, lat), NEIGHBOURHOOD_RESOLUTION);
