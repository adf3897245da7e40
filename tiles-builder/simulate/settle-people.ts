/** Fills dwellings with households, and gives each person what it does on weekdays. */

import type { Random } from '../numbers/random.ts';
import type { Point } from './local-plane.ts';
import type { TownBuilding } from './place-buildings.ts';
import { pointIn } from './rectangles.ts';

/**
 * What somebody does on weekdays. `commute`: works the whole day away from home. `part-time`: half days or three days a
 * week. `shift`: early, day and late shifts week by week, weekends included. `study`: at a school. `home-work`: works at home. `retired`:
 * at home for most of the day, as are others without an occupation.
 */
export type Kind = 'commute' | 'part-time' | 'shift' | 'study' | 'home-work' | 'retired';

export interface Person {
  readonly kind: Kind;
  readonly home: Point;
  /** The usual occupation place; the home itself for `home-work` and `retired`. */
  readonly occupation: Point;
  /** Number of the building in which that is; `null` at home. */
  readonly building: number | null;
}

/** A person who lives somewhere and does not know yet where to go. */
export interface Inhabitant {
  readonly kind: Kind;
  readonly home: Point;
}

/** Persons in a household and how common that is: Swedish cities, roughly. */
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
/** Share of dwellings where nobody lives. */
const VACANCY = 0.05;

const RETIRED_HOUSEHOLD = 0.18;
/** Of the third and later members of a household, and of the others outside retired households. */
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

/** Dwellings to build so that about `persons` find one. */
export const dwellingsFor = (persons: number): number => Math.ceil(persons / MEAN_HOUSEHOLD / (1 - VACANCY));

/** @returns `persons` inhabitants, fewer where there are not enough dwellings; each has a place of its own in its building */
export function settlePeople(
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
