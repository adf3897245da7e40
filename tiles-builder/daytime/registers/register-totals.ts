/** Sums what registers count and what they leave out, by partition and over all of them. */
import { addTo } from '../../base/numbers/add-to.ts';
import type { GroupFigure } from '../count-partition.ts';
import type { PlaceOverCapacity } from './over-capacity.ts';
import type { PeopleOfSite, SitesAndPeople } from './site-people.ts';
import type { Site } from './site-records.ts';

/** Returns plain data that has only figures of groups and, for the builder, names of sites. */
export const noTotals = () => ({
  ...{ staff: 0, pupils: 0, at_home: 0 },
  /** Inhabitants inside the coverage. */
  inhabitants: 0,
  /** Number of released figures, and then the fewest people behind one. */
  groups: 0,
  smallest_group_people: Infinity,
  /** Figures of groups of sites at points. */
  figures: [] as GroupFigure[],
  outside: none(),
  /** Sites over their limit, and the people beyond it. */
  cut: none(),
  /** People in partitions too small for a group, who are counted nowhere. */
  withheld: none(),
  overCapacity: [] as PlaceOverCapacity[],
  /** H3 cells some 6 km wide of many inhabitants without anybody at work. */
  idle: { places: 0, inhabitants: 0 },
  /** People of sites inside the coverage by register, before the limit. */
  inside: new Map<number, number>(),
  /** Covered sites by band, if below their limit, weighted by the share usually there. */
  banded: new Map<number, number>(),
});
export type RegisterTotals = ReturnType<typeof noTotals>;

const none = (): SitesAndPeople => ({ sites: 0, people: 0 });

export function addFigures(totals: RegisterTotals, figures: number, fewestPeople: number): void {
  totals.groups += figures;
  totals.smallest_group_people = Math.min(totals.smallest_group_people, fewestPeople);
}

/** @param covered share of the site inside the coverage */
export function addListed(
  { outside, cut }: RegisterTotals,
  { listed, counted }: PeopleOfSite,
  covered: number,
): void {
  outside.people += listed * (1 - covered);
  if (covered === 0) outside.sites++;
  else if (counted !== listed) {
    cut.sites++;
    cut.people += (listed - counted) * covered;
  }
}

/** @param share of the site inside the coverage, and in the partition */
export function addInside(
  { inside, banded }: RegisterTotals,
  { register, band, most, present }: Site,
  { listed }: PeopleOfSite,
  share: number,
): void {
  addTo(inside, register, listed * share);
  if (band !== null && listed < most * present) addTo(banded, band, present * share);
}

export function addTotals(sum: RegisterTotals, own: RegisterTotals): void {
  for (const name of ['staff', 'pupils', 'at_home', 'inhabitants'] as const) sum[name] += own[name];
  addFigures(sum, own.groups, own.smallest_group_people);
  for (const name of ['outside', 'cut', 'withheld'] as const) {
    sum[name].sites += own[name].sites;
    sum[name].people += own[name].people;
  }
  for (const name of ['places', 'inhabitants'] as const) sum.idle[name] += own.idle[name];
  for (const figure of own.figures) sum.figures.push(figure);
  for (const place of own.overCapacity) sum.overCapacity.push(place);
  for (const name of ['inside', 'banded'] as const) {
    for (const [number, value] of own[name]) addTo(sum[name], number, value);
  }
}
