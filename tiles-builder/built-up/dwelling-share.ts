/** How much of a building of some use is dwellings, beside one of which nothing is known: whole hundredths. */
export const NO_DWELLING = 0.03;
export const HARDLY_A_DWELLING = 0.1;
export const SOME_DWELLINGS = 0.5;
