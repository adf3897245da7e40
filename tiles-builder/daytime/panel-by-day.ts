/** Arranges a partition's panel by day: places inside the coverage with capacity, and the likeliest area of each worker. */
import type { Cell } from '../../src/geo/cells.ts';
import { type ByWhereabouts, byWhereabouts, sumOf, type Workplaces } from './count-partition.ts';
import { likeliestAreaIn } from './likeliest-areas.ts';
import type { WeightOf } from './panel-homes.ts';
import { numberOfIndex, type PersonsInColumns, selectPersons } from './panel-persons.ts';
import { areaAround, type PeopleByCell, type Places, placesIn } from './partition-columns.ts';

/** People and capacity of a partition by day, inside the coverage. */
export interface PartitionByDay {
  readonly partition: Cell;
  /** Persons by usual occupation place. */
  readonly workers: PersonsInColumns;
  /** Persons who are not among `workers`, as their place is not covered. */
  readonly personsOutside: number;
  /** Area in which each row of `workers` counts. */
  readonly areas: Uint32Array;
  /** Persons by home, where inhabitants are known. */
  readonly homes: PersonsInColumns;
  readonly inhabitants: PeopleByCell;
  /** Capacity for people away from home: floor area, or a little next to roads. */
  readonly capacity: Places;
}

/**
 * @param workers by usual occupation place in the partition, `persons` by home
 * @param capacity inside the coverage
 * @param isLivingKnown by number of the cell in the partition, like `isCovered`
 */
export function layOutByDay(
  partition: Cell,
  workers: PersonsInColumns,
  persons: PersonsInColumns,
  living: PeopleByCell,
  capacity: Places,
  isLivingKnown: (number: number) => boolean,
  isCovered: (number: number) => boolean,
): PartitionByDay {
  const inside = selectPersons(workers, (row) => isCovered(numberOfIndex(workers.occupation[row])));
  const isLivedIn = living.cell.map((number) => (isCovered(number) ? 1 : 0));
  return {
    partition,
    workers: inside,
    areas: areasOf(inside, likeliestAreaIn(capacity)),
    personsOutside: sumOf(workers.persons) - sumOf(inside.persons),
    homes: selectPersons(persons, (row) => {
      const home = numberOfIndex(persons.home[row]);
      return isLivingKnown(home) && isCovered(home);
    }),
    inhabitants: {
      cell: living.cell.filter((_, i) => isLivedIn[i] === 1),
      millipersons: living.millipersons.filter((_, i) => isLivedIn[i] === 1),
    },
    capacity,
  };
}

export const placesOf = ({ partition, inhabitants, capacity }: PartitionByDay): ByWhereabouts<Places> => ({
  at_home: placesIn(partition, inhabitants.cell, inhabitants.millipersons),
  away: capacity,
});

/** Returns areas of persons: those at home where found, others in the likeliest area near. */
function areasOf(
  { home, occupation }: PersonsInColumns,
  likeliestArea: (found: number) => number,
): Uint32Array {
  return Uint32Array.from(occupation, (place, row) => {
    const found = numberOfIndex(place);
    return place === home[row] ? areaAround(found) : likeliestArea(found);
  });
}

export function workplacesOf(
  workers: PersonsInColumns,
  areas: Uint32Array,
  weightOf: WeightOf = () => 1,
): ByWhereabouts<Workplaces> {
  const { home, occupation, persons } = workers;
  const people = weightedPeople(workers, weightOf);
  return byWhereabouts((whereabouts) => {
    const isAtHome = whereabouts === 'at_home';
    const rows = Uint32Array.from(home.keys()).filter((row) => (occupation[row] === home[row]) === isAtHome);
    return {
      area: Uint32Array.from(rows, (row) => areas[row]),
      persons: Float64Array.from(rows, (row) => persons[row]),
      people: Float64Array.from(rows, (row) => people[row]),
    };
  });
}

/** Returns how many people each row's persons represent. */
export const weightedPeople = (
  { home, persons }: Pick<PersonsInColumns, 'home' | 'persons'>,
  weightOf: WeightOf,
): Float64Array => home.map((own, row) => persons[row] * weightOf(own));
