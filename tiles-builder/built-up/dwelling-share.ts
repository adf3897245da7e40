/** How much of a building of some use is dwellings, relative to one of which nothing is known: whole hundredths. */
export const UNINHABITED = 0;
export const NO_DWELLING = 0.03;
export const HARDLY_A_DWELLING = 0.1;
export const SOME_DWELLINGS = 0.5;

/** Square metres of a dwelling's floor for each person, walls and stairs included. */
export const DWELLING_FLOOR_PER_PERSON_M2 = 62.5;
