/** Reports on registers: figures by file and in all, warnings of what they leave out, and sentences about what they count. */
import { basename } from 'node:path';
import { counted, whole } from '../../base/numbers/whole-number.ts';
import type { RoundPeople } from '../keyed-rounding.ts';
import type { ListedFigures, ListedRegister } from './list-sites.ts';
import type { PlaceOverCapacity } from './over-capacity.ts';
import type { RegisterTotals } from './register-totals.ts';
import { type RegistersConfig, registersOf } from './registers-config.ts';
import type { SitesAndPeople } from './site-people.ts';

export interface RegisterFigures
  extends Pick<ListedRegister, 'role' | 'rows' | 'without_number' | 'without_place' | 'unlimited'> {
  readonly file: string;
  readonly people: number;
  /** Share of located people inside the coverage, applied to the others too. */
  readonly share_inside: number;
}

/** Totals without what is not reported one by one. */
type SummedTotals = Readonly<Omit<RegisterTotals, 'figures' | 'overCapacity' | 'inside' | 'banded'>>;

export interface RegistersReport extends SummedTotals {
  readonly registers: readonly RegisterFigures[];
  readonly over_capacity: {
    readonly places: number;
    readonly people: number;
    readonly largest: readonly PlaceOverCapacity[];
  };
  /** Standard deviation of the total by bands, as a share of people counted. */
  readonly bands_deviation: number;
  /** People who are counted nowhere, and may be inside the coverage. */
  readonly people_nowhere: number;
}

const LARGEST_OVER_CAPACITY = 5;

/** @param people in the tiles */
export function reportOf(
  config: RegistersConfig,
  { registers, bands }: ListedFigures,
  { figures: _, overCapacity, inside, banded, ...totals }: RegisterTotals,
  people: number,
): RegistersReport {
  const files = registersOf(config);
  const listed = registers.map(({ all, outside: _, ...own }, i): RegisterFigures => {
    const located = all.people - own.without_place.people;
    const share_inside = located > 0 ? Math.min(1, (inside.get(i) ?? 0) / located) : 1;
    return { ...own, file: files[i].register.file, people: all.people, share_inside };
  });
  const outside = [totals.outside, ...registers.map((register) => register.outside)];
  const deviations = bands.map(({ deviation }, band) => (banded.get(band) ?? 0) * deviation);
  const nowhere = listed.map(({ without_place, share_inside }) => without_place.people * share_inside);
  return {
    ...totals,
    registers: listed,
    outside: {
      sites: sum(outside.map(({ sites }) => sites)),
      people: sum(outside.map(({ people }) => people)),
    },
    smallest_group_people: totals.groups > 0 ? totals.smallest_group_people : 0,
    over_capacity: {
      places: overCapacity.length,
      people: sum(overCapacity.map(({ people }) => people)),
      largest: overCapacity.toSorted((a, b) => b.people - a.people).slice(0, LARGEST_OVER_CAPACITY),
    },
    bands_deviation: Math.hypot(...deviations) / Math.max(1, people),
    people_nowhere: totals.cut.people + totals.withheld.people + sum(nowhere),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Share of people away in no register: on the way, shopping. */
const MOST_ELSEWHERE = 0.2;

export function registerWarnings(report: RegistersReport): string[] {
  const { registers, outside, cut, withheld, over_capacity, idle, inhabitants, at_home, staff, pupils } =
    report;
  const warnings = registers.flatMap(({ file, without_number, without_place, unlimited }) => {
    const name = basename(file);
    return [
      ...(without_number > 0
        ? [
            `${name} has ${counted(without_number, 'row', 'rows')} without a number of people: ` +
              `${without_number === 1 ? 'it counts' : 'they count'} as nobody`,
          ]
        : []),
      ...reported(
        without_place,
        `of ${name} has no place and is counted nowhere; "corrections" gives it one`,
        `of ${name} have no place and are counted nowhere; "corrections" gives them one`,
      ),
      ...reported(
        unlimited,
        `of ${name} is in a band without a most and counts with its least; "corrections" sets a number`,
        `of ${name} are in a band without a most and count with its least; "corrections" sets a number`,
      ),
    ];
  });
  warnings.push(
    ...reported(
      outside,
      'lies outside the coverage, or does so in part',
      'lie outside the coverage, or do so in part',
    ),
    ...(cut.sites > 0 || cut.people > 0
      ? [
          `${whole(cut.people)} people booked at ${spelledSites(cut.sites)} beyond "most_people" are counted nowhere`,
        ]
      : []),
    ...reported(
      withheld,
      'has too few for a figure in the whole area around it, or nothing there for them to be in, and is counted nowhere',
      'are too few for a figure in the whole area around them, or have nothing there to be in, and are counted nowhere',
    ),
  );
  if (over_capacity.places > 0) {
    const { places, people, largest } = over_capacity;
    warnings.push(
      `${counted(places, 'place holds', 'places hold')} ${whole(people)} people of one site or more together, over ten times as many as the ` +
        'buildings in their H3 cell of some 130 m have capacity for, as head offices that book ' +
        `everybody in one place, or where no building is mapped: ${largest.map(describePlace).join('; ')}. ` +
        'They count as listed: set "most_people" for one site, or put them right with "corrections"',
    );
  }
  if (idle.places > 0) {
    warnings.push(
      `in ${counted(idle.places, 'place', 'places')} of some 36 km² live ${whole(idle.inhabitants)} people and nobody works: where a ` +
        'register does not reach, name its "coverage"',
    );
  }
  if (!registers.some(({ role }) => role === 'schools')) {
    warnings.push('no "schools": pupils and students are counted nowhere, and no interval knows of them');
  }
  const atSites = Math.round(staff + pupils);
  const away = Math.round(inhabitants - at_home);
  const commuters = atSites - away;
  const compared = (difference: string): string =>
    `${whole(atSites)} people at sites are ${difference} than the ${whole(away)} inhabitants who are not at home: `;
  if (commuters > 0) {
    warnings.push(
      `${compared(`${whole(commuters)} more`)}these have to come from outside the coverage, or are counted twice (two jobs, staff who ` +
        'work at home: "present" says how many are there)',
    );
  } else if (-commuters > MOST_ELSEWHERE * away) {
    warnings.push(
      `${compared(`${whole(-commuters)} fewer`)}these are counted nowhere, and no interval includes them. Registers that list ` +
        'a part of all sites, as the large employers alone, make counts too small wherever the others are',
    );
  }
  return warnings;
}

function describePlace({ name, sites, people, capacity, position }: PlaceOverCapacity): string {
  const [lon, lat] = position.map((degrees) => degrees.toFixed(5));
  const others = sites > 1 ? ` and ${whole(sites - 1)} more` : '';
  return `${name}${others} (${whole(people)} people at ${lon}, ${lat}, capacity for some ${whole(capacity)})`;
}

function reported({ sites, people }: SitesAndPeople, ofOne: string, ofMany: string): string[] {
  if (sites === 0 && people === 0) return [];
  return [`${spelledSites(sites)} with ${whole(people)} people ${sites === 1 ? ofOne : ofMany}`];
}

const spelledSites = (sites: number): string => counted(sites, 'site', 'sites');

/** Rounds totals as figures of groups are rounded. */
export const roundTotals = (report: RegistersReport, round: RoundPeople): RegistersReport => ({
  ...report,
  staff: round(report.staff, 'staff'),
  pupils: round(report.pupils, 'pupils'),
  people_nowhere: round(report.people_nowhere, 'people nowhere'),
  bands_deviation: Number(report.bands_deviation.toPrecision(2)),
});

/** Says in sentences what the registers count. */
export function describeRegisters(report: RegistersReport): string[] {
  const { staff, pupils, at_home, inhabitants, smallest_group_people, groups, bands_deviation } = report;
  return [
    `  registers  ${whole(staff)} people at workplaces, ${whole(pupils)} at schools, ${whole(at_home)} of ` +
      `${whole(inhabitants)} inhabitants at home`,
    `             ${counted(groups, 'figure', 'figures')} of sites` +
      (groups > 0 ? `, none of fewer than ${whole(smallest_group_people)} people` : '') +
      (bands_deviation > 0 ? `; bands leave ${(100 * bands_deviation).toFixed(1)} % open` : ''),
  ];
}
