/**
 * People by day: who spends working hours at home is spread by where people live, everyone else by where there is room for
 * them. What is known of cells tells more of each than of both together.
 */
import type { Cell } from '../../src/geo/cells.ts';
import { roundToMillipersons } from '../living/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import { PRIVACY } from './parameters.ts';
import type { RoundPeople } from './round-by-secret.ts';
import { type EarlierGroups, spreadWorkers, type Workplace } from './spread-workers.ts';

/** At home, or elsewhere. */
export const WHEREABOUTS = ['at_home', 'away'] as const;
export type Whereabouts = (typeof WHEREABOUTS)[number];

/** Groups of areas that share a figure, and the persons behind it. Kept apart from the dataset. */
export interface PrivacyGroup {
  readonly whereabouts: Whereabouts;
  readonly cell: Cell;
  readonly areas: readonly Cell[];
  readonly joined: readonly Cell[];
  readonly persons: number;
  /** How far its people are spread by room: see `learnRoomExponent`. */
  readonly room_exponent: number;
}

export interface PrivacyReport {
  readonly groups: number;
  /** Persons behind the group with the fewest. */
  readonly smallest_group_persons: number;
  readonly min_persons: number;
}

/**
 * Where too few persons are at home or too few away for a group of their own, or were in an earlier version, all are
 * spread as if away.
 * @param places by whereabouts the sizes of cells where people can be: inhabitants, room by day
 * @param earlier groups that stay as they were where they still hold enough persons
 * @param minPersons persons that a group holds at least
 * @param round rounds the people of each group, and of all
 * @throws TooFewPersons
 */
export function spreadByDay(
  workplaces: Readonly<Record<Whereabouts, readonly Workplace[]>>,
  places: Readonly<Record<Whereabouts, ReadonlyMap<Cell, number>>>,
  earlier: readonly PrivacyGroup[] = [],
  minPersons: number = PRIVACY.min_persons,
  round?: RoundPeople,
): { people: MillipersonsByCell; groups: PrivacyGroup[]; report: PrivacyReport } {
  const isApart = WHEREABOUTS.every(
    (whereabouts) =>
      personsOf(workplaces[whereabouts]) >= minPersons &&
      (earlier.length === 0 || earlier.some((group) => group.whereabouts === whereabouts)),
  );
  const parts = isApart ? workplaces : { at_home: [], away: [...workplaces.at_home, ...workplaces.away] };
  const people = new Map<Cell, number>();
  const groups: PrivacyGroup[] = [];
  for (const whereabouts of WHEREABOUTS) {
    if (whereabouts === 'at_home' && parts.at_home.length === 0) continue;
    const ofPart: EarlierGroups = earlier.filter((group) => group.whereabouts === whereabouts);
    const spread = spreadWorkers(
      parts[whereabouts],
      places[whereabouts],
      ofPart,
      minPersons,
      round ? (exact, { cell }) => round(exact, `${whereabouts} ${cell}`) : undefined,
    );
    for (const [cell, count] of spread.people) people.set(cell, (people.get(cell) ?? 0) + count);
    groups.push(
      ...spread.groups.map(({ cell, areas, joined, persons, room_exponent }) => {
        return { whereabouts, cell, areas, joined, persons, room_exponent };
      }),
    );
  }
  if (round) scaleTo(round(peopleOf([...parts.at_home, ...parts.away]), 'total'), people);
  const smallest = groups.reduce((least, group) => Math.min(least, group.persons), Infinity);
  return {
    people: roundToMillipersons(people),
    groups,
    report: {
      groups: groups.length,
      smallest_group_persons: smallest,
      min_persons: minPersons,
    },
  };
}

const personsOf = (workplaces: readonly Workplace[]): number =>
  workplaces.reduce((sum, { persons }) => sum + persons, 0);

const peopleOf = (workplaces: readonly Workplace[]): number =>
  workplaces.reduce((sum, { people }) => sum + people, 0);

function scaleTo(total: number, people: Map<Cell, number>): void {
  let sum = 0;
  for (const count of people.values()) sum += count;
  for (const [cell, count] of people) people.set(cell, (count * total) / sum);
}
