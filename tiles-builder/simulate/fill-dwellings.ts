/** Fills dwellings with households by drawn sizes and vacancies, and draws kinds of occupation. */

import type { Random } from '../base/numbers/random.ts';
import type { Point } from './local-plane.ts';
import type { TownBuilding } from './place-buildings.ts';
import { pointIn } from './rectangles.ts';

/**
 * On weekdays. `commute`: whole days. `part-time`: half days or three days a week. `shift`: early, day and late weeks, with
 * weekends. `study`: at a school. Others: at home.
 */
export type Kind = 'commute' | 'part-time' | 'shift' | 'study' | 'home-work' | 'retired';

export interface Person {
  readonly kind: Kind;
  readonly home: Point;
  /** Home for `home-work` and `retired`. */
  readonly occupation: Point;
  /** Of the occupation; `null` at home. */
  readonly building: number | null;
}

export interface Inhabitant {
  readonly kind: Kind;
  readonly home: Point;
}

/** Persons and frequency, roughly of Swedish cities. */
const HOUSEHOLD_SIZES = [
  [1, 42],
  [2, 30],
  [3, 12],
  [4, 12],
  [5, 4],
] as const;
const HOUSEHOLD_SIZES_IN_HOUSES = [
  [1, 15],
  [2, 36],
  [3, 18],
  [4, 24],
  [5, 7],
] as const;
const MEAN_HOUSEHOLD = 2.1;
const VACANCY = 0.05;

const RETIRED_HOUSEHOLD = 0.18;
/** Of children, and of adults outside retired households. */
const KINDS_OF_YOUNGER = [
  ['study', 92],
  ['retired', 4],
  ['part-time', 4],
] as const satisfies [Kind, number][];
const KINDS_OF_ADULTS = [
  ['commute', 60],
  ['part-time', 9],
  ['shift', 7],
  ['home-work', 9],
  ['study', 8],
  ['retired', 7],
] as const satisfies [Kind, number][];

export const dwellingsFor = (persons: number): number => Math.ceil(persons / MEAN_HOUSEHOLD / (1 - VACANCY));

export function fillDwellings(
  buildings: readonly TownBuilding[],
  persons: number,
  random: Random,
): Inhabitant[] {
  const dwellings = buildings.flatMap((building) => Array<TownBuilding>(building.dwellings).fill(building));
  const inhabitants: Inhabitant[] = [];
  for (const { rectangle, use } of random.order(dwellings, () => 1)) {
    if (random.chance(VACANCY)) continue;
    const size = random.pick(use === 'apartments' ? HOUSEHOLD_SIZES : HOUSEHOLD_SIZES_IN_HOUSES);
    const isRetired = size <= 2 && random.chance(RETIRED_HOUSEHOLD * 1.4);
    const home = pointIn(rectangle, random.between(-0.95, 0.95), random.between(-0.95, 0.95));
    for (let member = 0; member < size; member++) {
      if (inhabitants.length === persons) return inhabitants;
      const kind = isRetired ? 'retired' : random.pick<Kind>(member < 2 ? KINDS_OF_ADULTS : KINDS_OF_YOUNGER);
      inhabitants.push({ kind, home });
    }
  }
  return inhabitants;
}
