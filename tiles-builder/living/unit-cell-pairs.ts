/** Encodes a pair of a census unit and a cell as one number: unit × 2²³ + cell. */

/** Exceeds the cells of a partition; with 2 ** 30 units a pair is exact in 53 bits. */
const CELLS = 2 ** 23;

export const pairOf = (unit: number, cell: number): number => unit * CELLS + cell;
export const unitOfPair = (pair: number): number => Math.floor(pair / CELLS);
export const cellOfPair = (pair: number): number => pair % CELLS;
