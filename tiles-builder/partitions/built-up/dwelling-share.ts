/**
 * Sets how much of a building or of land is dwellings, relative to a building of unknown use (multiples of 0.01), and the floor
 * area of an inhabitant.
 */
export const UNINHABITED = 0;
export const NO_DWELLING = 0.03;
export const HARDLY_A_DWELLING = 0.1;
export const SOME_DWELLINGS = 0.5;

/** Floor area per inhabitant, with walls and stairs. */
export const DWELLING_FLOOR_PER_PERSON_M2 = 62.5;
