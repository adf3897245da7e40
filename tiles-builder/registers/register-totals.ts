/** Totals of registers by partition and of all, and the report on them. */
import type { BandEstimate } from '../config/bands.ts';
import type { GroupFigure } from '../working/count-partition.ts';
import type { ListedFigures } from './list-sites.ts';
import type { PlaceOverCapacity } from './over-capacity.ts';
import { type RegistersConfig, registersOf } from './registers-config.ts';
import { peopleNowhere, type RegisterFigures, type RegistersReport } from './registers-report.ts';
import {
  addSite,
  addTally,
  emptyTally,
  type PeopleOfSite,
  peopleOfTally,
  type SitesAndPeople,
  type Tally,
} from './site-people.ts';
import type { Site } from './site-records.ts';

const LARGEST_OVER_CAPACITY = 5;

/** Plain data: only groups' figures and, for the builder, names of sites. */
export const noTotals = () => ({
  ...{ staff: 0, pupils: 0, at_home: 0, inhabitants: 0 },
  /** Released figures, and the fewest people behind one. */
  groups: 0,
  smallest_group_people: Infinity,
  /** Of sites at points. */
  figures: [] as GroupFigure[],
  /** Sites outside the coverage. */
  outside: none(),
  /** Sites over their limit, and the people beyond it. */
  cut: none(),
  /** In partitions too small for a group: counted nowhere. */
  withheld: none(),
  overCapacity: [] as PlaceOverCapacity[],
  /** Districts of many inhabitants without anybody at work. */
  idle: { places: 0, inhabitants: 0 },
  /** Sites inside the coverage by register, before their limit. */
  inside: {} as Record<number, Tally>,
  /** Those of `inside` whose band lies below their limit. */
  belowLimit: emptyTally(),
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
  { inside, belowLimit }: RegisterTotals,
  site: Site,
  share: number,
  bands: readonly BandEstimate[],
): void {
  inside[site.register] ??= emptyTally();
  addSite(inside[site.register], site, share);
  if (site.band !== null && bands[site.band].mean < site.most) addSite(belowLimit, site, share);
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
  for (const register of Object.keys(own.inside).map(Number)) {
    sum.inside[register] ??= emptyTally();
    addTally(sum.inside[register], own.inside[register]);
  }
  addTally(sum.belowLimit, own.belowLimit);
}

/** @param people in the tiles */
export function reportOf(
  config: RegistersConfig,
  { registers, bands }: ListedFigures,
  totals: RegisterTotals,
  people: number,
): RegistersReport {
  const { staff, pupils, at_home, inhabitants, groups, cut, withheld, overCapacity, idle } = totals;
  const files = registersOf(config);
  const summed = (tally: Tally): SitesAndPeople => ({
    sites: tally.sites,
    people: peopleOfTally(tally, bands),
  });
  const listed = registers.map(
    ({ role, rows, without_number, all, nowhere, unlimited }, i): RegisterFigures => {
      const located = summed(all).people - summed(nowhere).people;
      const inside = summed(totals.inside[i] ?? emptyTally()).people;
      return {
        ...{ role, rows, without_number, file: files[i].register.file },
        people: summed(all).people,
        without_place: summed(nowhere),
        share_inside: located > 0 ? Math.min(1, inside / located) : 1,
        unlimited: summed(unlimited),
      };
    },
  );
  const outside = [totals.outside, ...registers.map((register) => summed(register.outside))];
  const sum = (of: 'sites' | 'people'): number => outside.reduce((sum, own) => sum + own[of], 0);
  const deviations = bands.map(({ deviation }, band) => (totals.belowLimit.banded[band] ?? 0) * deviation);
  return {
    ...{ staff, pupils, at_home, inhabitants, groups, cut, withheld, idle },
    registers: listed,
    outside: { sites: sum('sites'), people: sum('people') },
    smallest_group_people: groups > 0 ? totals.smallest_group_people : 0,
    over_capacity: {
      places: overCapacity.length,
      people: overCapacity.reduce((sum, place) => sum + place.people, 0),
      largest: overCapacity.toSorted((a, b) => b.people - a.people).slice(0, LARGEST_OVER_CAPACITY),
    },
    bands_deviation: Math.hypot(...deviations) / Math.max(1, people),
    people_nowhere: peopleNowhere({ registers: listed, cut, withheld }),
  };
}
