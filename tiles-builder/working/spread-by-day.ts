/**
 * People by day: who spends working hours at home is spread by where people live, everyone else by where there is room for
 * them. What is known of cells tells more of each than of both together.
 */
import type { Cell } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { roundToMillipersons } from '../numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import { fewestPersons, TooFewPersons } from './merge-upwards.ts';
import { PRIVACY } from './parameters.ts';
import type { RoomFollowed } from './room-followed.ts';
import type { Rounding } from './round-by-secret.ts';
import { type SpreadGroup, type SpreadWorkers, spreadWorkers, type Workplace } from './spread-workers.ts';
import type { WeightArea } from './weight-areas.ts';

/** At home, or elsewhere. */
export const WHEREABOUTS = ['at_home', 'away'] as const;
export type Whereabouts = (typeof WHEREABOUTS)[number];

/** Groups of areas that share a figure, and the persons behind it. Kept apart from the dataset. */
export interface PrivacyGroup extends SpreadGroup {
  readonly whereabouts: Whereabouts;
}

/** What the next version follows of this one. */
export interface FollowedVersion {
  readonly groups: readonly PrivacyGroup[];
  /** How wide the steps are that the people of groups are rounded to; `undefined` where figures are exact, or not known. */
  readonly step_people: number | undefined;
  /** Home areas that share a weight: see `weightAreas`. Builders before this one kept none. */
  readonly weight_areas?: readonly WeightArea[] | undefined;
}

export interface PrivacyReport {
  readonly groups: number;
  /** Persons behind the group with the fewest. */
  readonly smallest_group_persons: number;
  readonly min_persons: number;
  /** Groups of which so few persons are left that they keep the figure of an earlier version. */
  readonly groups_kept: number;
  /** Persons who are counted nowhere: the few left of those groups, and some where nobody was in the earlier version. */
  readonly persons_withheld: number;
}

export interface SpreadOptions {
  /** The version before: see `followGroups`. */
  readonly earlier?: Pick<FollowedVersion, 'groups'> | undefined;
  /** Persons that a group holds at least. */
  readonly minPersons?: number;
  /** Of the people of each group, and of all. */
  readonly rounding?: Pick<Rounding, 'round' | 'step_people'> | undefined;
  /** By whereabouts, how people follow room, where it is learnt already. */
  readonly followed?: Partial<Record<Whereabouts, RoomFollowed>>;
}

/**
 * Where too few persons are at home or too few away for a group of their own, all are spread as if away. A version that
 * follows another tells them apart as that one did.
 * @param places by whereabouts the sizes of cells where people can be: inhabitants in thousandths, room by day
 * @throws TooFewPersons
 */
export function spreadByDay(
  workplaces: Readonly<Record<Whereabouts, readonly Workplace[]>>,
  places: Readonly<Record<Whereabouts, ReadonlyMap<Cell, number>>>,
  { earlier, minPersons = PRIVACY.min_persons, rounding, followed = {} }: SpreadOptions = {},
): {
  people: MillipersonsByCell;
  groups: PrivacyGroup[];
  step_people: number | undefined;
  report: PrivacyReport;
} {
  const isApart = earlier
    ? earlier.groups.some(({ whereabouts }) => whereabouts === 'at_home')
    : WHEREABOUTS.every((whereabouts) => personsOf(workplaces[whereabouts]) >= minPersons);
  const parts = isApart ? workplaces : { at_home: [], away: [...workplaces.at_home, ...workplaces.away] };
  const people = new Map<Cell, number>();
  const spreads: (SpreadWorkers & { readonly whereabouts: Whereabouts })[] = [];
  let withheld = 0;
  for (const whereabouts of isApart ? WHEREABOUTS : (['away'] as const)) {
    const spread = spreadWorkers(parts[whereabouts], places[whereabouts], {
      earlier: earlier?.groups.filter((group) => group.whereabouts === whereabouts),
      minPersons,
      round: rounding && ((exact, { cell }) => rounding.round(exact, `${whereabouts} ${cell}`)),
      inhabitants: whereabouts === 'away' ? places.at_home : undefined,
      followed: followed[whereabouts],
    });
    for (const [cell, count] of spread.people) addTo(people, cell, count);
    spreads.push({ ...spread, whereabouts });
    withheld += spread.withheld;
  }
  const spreadGroups = spreads.flatMap(({ groups }) => groups);
  const counted = spreadGroups.filter(({ is_kept }) => !is_kept);
  if (counted.length === 0) {
    const persons = personsOf([...parts.at_home, ...parts.away]);
    throw new TooFewPersons(`${persons} persons, and none of the earlier groups holds ${minPersons}`);
  }
  // Figures are raised for those who are withheld, unless the sum would tell of too few of them.
  const all = peopleOf([...parts.at_home, ...parts.away]);
  const total = withheld >= minPersons ? all : peopleOf(spreadGroups);
  scaleTo(rounding ? rounding.round(total, 'total') : total, people);
  const groups = spreads.flatMap(({ groups, whereabouts }) =>
    groups.map((group): PrivacyGroup => ({ ...group, whereabouts })),
  );
  return {
    people: roundToMillipersons(people),
    groups,
    step_people: rounding?.step_people,
    report: {
      groups: groups.length,
      smallest_group_persons: fewestPersons(groups),
      min_persons: minPersons,
      groups_kept: groups.length - counted.length,
      persons_withheld: withheld,
    },
  };
}

const personsOf = (workplaces: readonly Workplace[]): number =>
  workplaces.reduce((sum, { persons }) => sum + persons, 0);

const peopleOf = (parts: readonly { readonly people: number }[]): number =>
  parts.reduce((sum, { people }) => sum + people, 0);

function scaleTo(total: number, people: Map<Cell, number>): void {
  let sum = 0;
  for (const count of people.values()) sum += count;
  for (const [cell, count] of people) people.set(cell, (count * total) / sum);
}
