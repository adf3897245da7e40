/** Draws work and school places in proportion to size × exp(-distance / decay), a gravity model. */

import type { Random } from '../base/numbers/random.ts';
import type { Inhabitant, Person } from './fill-dwellings.ts';
import type { Point } from './local-plane.ts';
import type { TownBuilding } from './place-buildings.ts';
import { pointIn } from './rectangles.ts';

/** Attraction falls by 1 / e over this distance. */
const WORK_DECAY_M = 3_500;
const SCHOOL_DECAY_M = 900;
/** Homes in one square share distances. */
const HOME_SQUARE_M = 250;
const FLOOR_AREA_PER_PERSON_M2: Partial<Record<TownBuilding['use'], number>> = {
  office: 25,
  retail: 60,
  industrial: 80,
  school: 12,
};

const AT_HOME: ReadonlySet<string> = new Set(['home-work', 'retired']);

export function assignOccupations(
  inhabitants: readonly Inhabitant[],
  buildings: readonly TownBuilding[],
  random: Random,
): Person[] {
  const works = new Destinations(
    buildings.filter(({ use }) => FLOOR_AREA_PER_PERSON_M2[use]),
    WORK_DECAY_M,
  );
  const schools = new Destinations(
    buildings.filter(({ use }) => use === 'school'),
    SCHOOL_DECAY_M,
  );
  const numbers = new Map(buildings.map((building, number) => [building, number]));
  return inhabitants.map(({ kind, home }) => {
    const destinations = kind === 'study' ? schools : works;
    const building = AT_HOME.has(kind) ? null : destinations.choose(home, random);
    if (!building)
      return { kind: AT_HOME.has(kind) ? kind : 'retired', home, occupation: home, building: null };
    const occupation = pointIn(building.rectangle, random.between(-0.9, 0.9), random.between(-0.9, 0.9));
    return { kind, home, occupation, building: numbers.get(building)! };
  });
}

class Destinations {
  readonly #buildings: readonly TownBuilding[];
  readonly #decay_m: number;
  readonly #runningTotals = new Map<string, Float64Array>();

  constructor(buildings: readonly TownBuilding[], decay_m: number) {
    this.#buildings = buildings;
    this.#decay_m = decay_m;
  }

  choose([x, y]: Point, random: Random): TownBuilding | null {
    if (this.#buildings.length === 0) return null;
    const column = Math.floor(x / HOME_SQUARE_M);
    const row = Math.floor(y / HOME_SQUARE_M);
    let totals = this.#runningTotals.get(`${column},${row}`);
    if (!totals) {
      totals = this.#pullsFrom([(column + 0.5) * HOME_SQUARE_M, (row + 0.5) * HOME_SQUARE_M]);
      this.#runningTotals.set(`${column},${row}`, totals);
    }
    return this.#buildings[random.pickIndex(totals)];
  }

  #pullsFrom([x, y]: Point): Float64Array {
    const totals = new Float64Array(this.#buildings.length);
    let total = 0;
    this.#buildings.forEach(({ rectangle, levels, use }, index) => {
      const floorArea_m2 = 4 * rectangle.halfLength_m * rectangle.halfDepth_m * levels;
      const distance_m = Math.hypot(rectangle.centre[0] - x, rectangle.centre[1] - y);
      total += (floorArea_m2 / FLOOR_AREA_PER_PERSON_M2[use]!) * Math.exp(-distance_m / this.#decay_m);
      totals[index] = total;
    });
    return totals;
  }
}
