import { expect, test } from 'vitest';
import {
  addInside,
  addTotals,
  noTotals,
  type RegisterTotals,
} from '../../../tiles-builder/daytime/registers/register-totals.ts';
import type { RegistersConfig } from '../../../tiles-builder/daytime/registers/registers-config.ts';
import { registerWarnings, reportOf } from '../../../tiles-builder/daytime/registers/registers-report.ts';
import {
  addSite,
  emptyTally,
  peopleOfSite,
  sumOfTally,
} from '../../../tiles-builder/daytime/registers/site-people.ts';
import type { Site } from '../../../tiles-builder/daytime/registers/site-records.ts';
import { type Band, estimateBands } from '../../../tiles-builder/sources/config/bands.ts';
import type { RegisterConfig } from '../../../tiles-builder/sources/config/config.ts';

const BANDS: readonly Band[] = [[1, 9], [10, 49], [50, 199], [5_000, null]]; // biome-ignore format: a line
const OPEN = 3;
const ESTIMATES = estimateBands(BANDS, [90, 30, 9, 2]);
const PEOPLE = 10_000;

const site = (settings: Partial<Site> = {}): Site => ({
  ...{ register: 0, name: 'a', isSchool: false, band: null, people: 0, present: 1, most: Infinity },
  ...settings,
});

/** @param listed of the first of two registers, with a place except for the last two */
function report(partitions: readonly RegisterTotals[], listed: readonly Site[] = []) {
  const totals = noTotals();
  for (const own of partitions) addTotals(totals, own);
  const summed = (sites: readonly Site[]) => {
    const tally = emptyTally();
    for (const own of sites) addSite(tally, own);
    return sumOfTally(tally, ESTIMATES);
  };
  const config = { workplaces: ['staff.csv', 'more.csv'].map((file) => ({ file }) as RegisterConfig) };
  const registers = [listed, []].map((sites) => ({
    ...{ role: 'workplaces' as const, rows: 131, without_number: 0, outside: summed([]), all: summed(sites) },
    without_place: summed(sites.slice(-2)),
    unlimited: summed(sites.filter(({ band }) => band === OPEN)),
  }));
  const figures = { registers, bands: ESTIMATES, outlines: 0, coverage: null };
  return reportOf(config as unknown as RegistersConfig, figures, totals, PEOPLE);
}

const addSiteInside = (totals: RegisterTotals, settings: Partial<Site>, share = 1): void =>
  addInside(totals, site(settings), peopleOfSite(site(settings), ESTIMATES), share);

const partition = (settings: Partial<RegisterTotals>): RegisterTotals => ({ ...noTotals(), ...settings });

test('partitions add up, and the smallest group is the smallest of any', () => {
  const groups = (groups: number, smallest_group_people: number) => ({ groups, smallest_group_people });
  const own = [
    partition({
      ...groups(3, 12),
      staff: 7,
      cut: { sites: 1, people: 2 },
      idle: { places: 1, inhabitants: 4_500 },
    }),
    partition({
      ...groups(4, 11),
      staff: 5,
      cut: { sites: 3, people: 4 },
      idle: { places: 1, inhabitants: 1_000 },
    }),
    partition({}),
  ];
  expect(report(own)).toMatchObject({
    ...groups(7, 11),
    staff: 12,
    cut: { sites: 4, people: 6 },
    idle: { places: 2, inhabitants: 5_500 },
  });
  expect(report([partition({})]).smallest_group_people).toBe(0);
});

test('of people without a place as many may be inside as of those with one, register by register', () => {
  const inside = noTotals();
  addSiteInside(inside, { people: 40 }, 0.5);
  addSiteInside(inside, { register: 1, people: 50 }, 1);
  const listed = [40, 40, 30, 30].map((people) => site({ people }));
  const others = partition({ cut: { sites: 1, people: 7 }, withheld: { sites: 1, people: 5 } });
  const { registers, people_nowhere } = report([inside, inside, others], listed);
  expect(people_nowhere).toBe(0.5 * 60 + 7 + 5);
  expect(registers.map(({ share_inside }) => share_inside)).toEqual([0.5, 1]);
  expect(registers[0].without_place).toEqual({ sites: 2, people: 60 });
});

test('bands leave open what is counted by them, and not what lies elsewhere or is limited', () => {
  const totals = noTotals();
  const { mean, deviation } = ESTIMATES[1];
  for (const [present, share] of [
    [1, 1],
    [0.5, 1],
    [1, 0.5],
  ] as const) {
    addSiteInside(totals, { band: 1, present }, share);
  }
  addSiteInside(totals, { band: 1, most: mean }, 1);
  addSiteInside(totals, { people: 500 }, 1);
  expect(deviation).toBeGreaterThan(0);
  expect(report([totals, totals]).bands_deviation).toBeCloseTo((2 * 2 * deviation) / PEOPLE, 12);
});

test('a band without a most counts with its least, says so, and may be off by as much', () => {
  const open = { band: OPEN };
  const without = report([], [site(open), site(open)]);
  expect(without.bands_deviation).toBe(0);
  expect(without.registers[0].unlimited).toEqual({ sites: 2, people: 10_000 });
  expect(registerWarnings(without).join('\n')).toContain(
    '2 sites with 10,000 people of staff.csv are in a band',
  );
  const totals = noTotals();
  for (const share of [1, 1]) addSiteInside(totals, open, share);
  // Of 10,000 people, two sites are off by 5,000 each.
  expect(report([totals]).bands_deviation).toBe(1);
});
