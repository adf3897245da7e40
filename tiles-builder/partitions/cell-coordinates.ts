/**
 * Converts cells of a partition to axial coordinates i, j by the digits of their index, to visit cells within some steps.
 * Sources: h3geo.org/docs/core-library/h3Indexing (digits), h3geo.org/docs/core-library/overview (apertures)
 */
import { numbersBelow, PARTITION_RESOLUTION } from './partitions.ts';

const CHILDREN = numbersBelow(0, 1);
/** Steps along i and j by digit. */
const I_OF_DIGIT = [0, -1, 0, -1, 1, 0, 1];
const J_OF_DIGIT = [0, -1, 1, 0, 0, -1, 1];
/** Digits by 3 · (along i) + (along j) + 4. */
const DIGIT_OF_STEP = [1, 3, Number.NaN, 5, 0, 2, Number.NaN, 4, 6];

export type Coordinates = readonly [i: number, j: number];

export function coordinatesOf(number: number, resolution: number): Coordinates {
  let [i, j] = [0, 0];
  let place = numbersBelow(PARTITION_RESOLUTION, resolution);
  for (let own = PARTITION_RESOLUTION + 1; own <= resolution; own++) {
    place /= CHILDREN;
    const digit = Math.floor(number / place) % CHILDREN;
    const isOdd = own % 2 === 1;
    [i, j] = [isOdd ? 2 * i + j : 3 * i - j, isOdd ? 3 * j - i : i + 2 * j];
    i += I_OF_DIGIT[digit];
    j += J_OF_DIGIT[digit];
  }
  return [i, j];
}

/** Inverts {@link coordinatesOf}; -1 outside the partition. In a partition with a pentagon some cells are not found. */
export function numberAtCoordinates([atI, atJ]: Coordinates, resolution: number): number {
  let [i, j, number, place] = [atI, atJ, 0, 1];
  for (let own = resolution; own > PARTITION_RESOLUTION; own--) {
    const isOdd = own % 2 === 1;
    const parentI = Math.round((isOdd ? 3 * i - j : 2 * i + j) / 7);
    const parentJ = Math.round((isOdd ? i + 2 * j : 3 * j - i) / 7);
    const alongI = i - (isOdd ? 2 * parentI + parentJ : 3 * parentI - parentJ);
    const alongJ = j - (isOdd ? 3 * parentJ - parentI : parentI + 2 * parentJ);
    number += DIGIT_OF_STEP[3 * alongI + alongJ + 4] * place;
    place *= CHILDREN;
    i = parentI;
    j = parentJ;
  }
  return i === 0 && j === 0 ? number : -1;
}

export const stepsBetween = ([i, j]: Coordinates, [toI, toJ]: Coordinates): number =>
  Math.max(Math.abs(toI - i), Math.abs(toJ - j), Math.abs(toI - i - toJ + j));

/** Visits the partition's cells within some steps of one of them. */
export function forEachNear(
  number: number,
  resolution: number,
  steps: number,
  take: (number: number, steps: number) => void,
): void {
  const at = coordinatesOf(number, resolution);
  for (let i = at[0] - steps; i <= at[0] + steps; i++) {
    for (let j = at[1] - steps; j <= at[1] + steps; j++) {
      const away = stepsBetween(at, [i, j]);
      const near = away <= steps ? numberAtCoordinates([i, j], resolution) : -1;
      if (near >= 0) take(near, away);
    }
  }
}
