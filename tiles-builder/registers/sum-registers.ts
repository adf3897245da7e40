/** Sums partitions to a report on registers. */
import type { GroupFigure } from '../working/count-partition.ts';
import type { SitesAndPeople } from './area-people.ts';
import type { CountedArea } from './count-area.ts';
import type { CrowdedPlace } from './crowded-places.ts';
import type { ListedFigures } from './list-sites.ts';
import { type RegistersConfig, registersOf } from './registers-config.ts';
import { peopleNowhere, type RegisterFigures, type RegistersReport } from './registers-report.ts';
import { peopleOfTally, type Tally, TallyInside } from './tally.ts';

const LARGEST_CROWDED = 5;
/** Inhabitants of a reported district without anybody at work, at least. */
const FEWEST_IDLE = 1_000;

export interface CountedWithTally extends CountedArea {
  readonly inside: Pick<TallyInside, 'people' | 'banded'>;
}

export class SumOfAreas {
  readonly people = { staff: 0, pupils: 0, at_home: 0 };
  readonly sites = { outside: none(), cut: none(), withheld: none() };
  readonly crowded = { places: 0, people: 0, largest: [] as CrowdedPlace[] };
  readonly idle = { places: 0, inhabitants: 0 };
  inhabitants = 0;
  groups = 0;
  smallest_group_people = Infinity;
  readonly figures: GroupFigure[] = [];
  readonly inside = new TallyInside();

  add(area: CountedWithTally): void {
    this.inside.add(area.inside);
    for (const name of ['staff', 'pupils', 'at_home'] as const) this.people[name] += area[name];
    for (const name of ['outside', 'cut', 'withheld'] as const) {
      this.sites[name].sites += area[name].sites;
      this.sites[name].people += area[name].people;
    }
    for (const place of area.crowded) {
      this.crowded.places++;
      this.crowded.people += place.people;
    }
    const largest = [...this.crowded.largest, ...area.crowded].sort((a, b) => b.people - a.people);
    this.crowded.largest.splice(0, Infinity, ...largest.slice(0, LARGEST_CROWDED));
    for (const { living, away } of area.districts.values()) {
      this.inhabitants += living;
      if (away > 0 || living < FEWEST_IDLE) continue;
      this.idle.places++;
      this.idle.inhabitants += living;
    }
    this.groups += area.groups;
    this.smallest_group_people = Math.min(this.smallest_group_people, area.smallest_group_people);
    for (const figure of area.figures) this.figures.push(figure);
  }
}

const sumOf = (a: SitesAndPeople, b: SitesAndPeople): SitesAndPeople => ({
  sites: a.sites + b.sites,
  people: a.people + b.people,
});

const none = (): SitesAndPeople => ({ sites: 0, people: 0 });

/** @param total people in the tiles */
export function reportOf(
  config: RegistersConfig,
  { registers, bands }: ListedFigures,
  { people, sites, crowded, idle, inhabitants, groups, smallest_group_people, inside }: SumOfAreas,
  total: number,
): RegistersReport {
  const files = registersOf(config);
  const summed = ({ sites, ...tally }: Tally): SitesAndPeople => ({
    sites,
    people: peopleOfTally({ sites, ...tally }, bands),
  });
  const listed = registers.map(
    ({ role, rows, without_number, all, nowhere, unlimited }, i): RegisterFigures => ({
      role,
      file: files[i].register.file,
      rows,
      people: summed(all).people,
      without_number,
      without_place: summed(nowhere),
      share_inside: inside.shareOf(i, peopleOfTally(all, bands) - peopleOfTally(nowhere, bands)),
      unlimited: summed(unlimited),
    }),
  );
  return {
    registers: listed,
    ...people,
    ...sites,
    outside: registers.map(({ outside }) => summed(outside)).reduce(sumOf, sites.outside),
    inhabitants,
    groups,
    smallest_group_people: Number.isFinite(smallest_group_people) ? smallest_group_people : 0,
    crowded,
    idle,
    bands_deviation: inside.deviation(bands) / Math.max(1, total),
    people_nowhere: peopleNowhere({ registers: listed, ...sites }),
  };
}
