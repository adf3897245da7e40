/** Who is counted in each census unit → what each area gives to its cells. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { AreaSpill } from '../areas/area-spill.ts';
import { areaOf, numberInArea } from '../areas/areas.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import { sortedDistinct } from '../numbers/sorted-numbers.ts';
import { cellsOfUnit } from './cells-of-unit.ts';
import type { ExpectedFolder, ExpectedPeople } from './expected-people.ts';
import type { HeldCensus } from './held-census.ts';
import { type Gifts, settleArea } from './settle-area.ts';
import { shareAmongAreas, type UnitsInArea } from './share-among-areas.ts';
import { pairOf, unitOfPair } from './unit-cell-pairs.ts';
import { MOST_PEOPLE_A_CELL } from './unit-holdings.ts';

/** Where people are put for whom no home is mapped, as pairs of units and cells by area: see `pairOf`. */
export interface PlacesByArea {
  /** Along roads, and in buildings that are no homes. */
  readonly besides: AreaSpill;
  /** All cells of those units in which there are too few such places. */
  readonly everywhere: AreaSpill;
}

/**
 * @param places of which `everywhere` is still empty
 * @returns the areas with people, ascending, and what the units, numbered through all censuses, give to an area's cells
 */
export function giveToAreas(
  censuses: readonly HeldCensus[],
  expected: ExpectedFolder,
  places: PlacesByArea,
): { areas: readonly Cell[]; settle: (area: Cell) => Gifts } {
  const { housed, unhoused } = peopleByNumber(censuses);
  const isEverywhere = findPlacesEverywhere(censuses, unhoused, places);
  const areas = [
    ...new Set([...expected.areas(), ...places.besides.areas(), ...places.everywhere.areas()]),
  ].sort();
  const placesIn = (area: Cell): Float64Array => {
    const besides = pairsIn(places.besides, area).filter((pair) => isEverywhere[unitOfPair(pair)] === 0);
    const everywhere = pairsIn(places.everywhere, area);
    return everywhere.length === 0 ? besides : sortedDistinct(joined(besides, everywhere));
  };
  const inAreas = areas.map((area) => unitsInArea(expected.read(area), placesIn(area)));
  const people = shareAmongAreas(inAreas, {
    housed: (unit) => housed[unit],
    unhoused: (unit) => unhoused[unit],
  });
  const peopleOf = new Map(areas.map((area, i) => [area, people[i]]));
  return {
    areas,
    settle: (area) => settleArea(expected.read(area), placesIn(area), peopleOf.get(area)!),
  };
}

/** Thousandths of a person by the number of their unit among those of all censuses. */
function peopleByNumber(censuses: readonly HeldCensus[]): { housed: Float64Array; unhoused: Float64Array } {
  const units = censuses.reduce((sum, { source }) => sum + source.units.length, 0);
  const housed = new Float64Array(units);
  const unhoused = new Float64Array(units);
  for (const { firstUnit, people } of censuses) {
    housed.set(people.housed, firstUnit);
    unhoused.set(
      people.inside.map((inside, unit) => inside - people.housed[unit]),
      firstUnit,
    );
  }
  return { housed, unhoused };
}

/**
 * Finds the places of people who would crowd those beside homes.
 * @returns 1 for each unit whose people without a home are put everywhere in it
 */
function findPlacesEverywhere(
  censuses: readonly HeldCensus[],
  unhoused: Float64Array,
  { besides, everywhere }: PlacesByArea,
): Uint8Array {
  const room = new Uint32Array(unhoused.length);
  for (const area of besides.areas()) for (const pair of pairsIn(besides, area)) room[unitOfPair(pair)]++;
  const isEverywhere = Uint8Array.from(unhoused, (people, unit) =>
    people > room[unit] * MOST_PEOPLE_A_CELL * MILLIPERSONS ? 1 : 0,
  );
  const pair = new Float64Array(1);
  const bytes = new Uint8Array(pair.buffer);
  for (const { source, firstUnit, countsArea } of censuses) {
    for (let unit = 0; unit < source.units.length; unit++) {
      if (isEverywhere[firstUnit + unit] === 0) continue;
      for (const cell of cellsOfUnit(new PlanarArea(source.units.outline(unit)), countsArea)) {
        pair[0] = pairOf(firstUnit + unit, numberInArea(cell));
        everywhere.append(areaOf(cell), bytes);
      }
    }
  }
  return isEverywhere;
}

/** What an area has of each unit. @param places ascending */
function unitsInArea({ unit, expected }: ExpectedPeople, places: Float64Array): UnitsInArea {
  const units = sortedDistinct(joined(Float64Array.from(unit), places.map(unitOfPair)));
  const sums = {
    unit: Uint32Array.from(units),
    expected: new Float64Array(units.length),
    places: new Float64Array(units.length),
  };
  for (let i = 0, at = 0; i < unit.length; i++) {
    while (units[at] < unit[i]) at++;
    sums.expected[at] += expected[i];
  }
  for (let i = 0, at = 0; i < places.length; i++) {
    while (units[at] < unitOfPair(places[i])) at++;
    sums.places[at]++;
  }
  return sums;
}

/** Ascending. */
function pairsIn(spill: AreaSpill, area: Cell): Float64Array {
  const bytes = spill.read(area);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)).sort();
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
