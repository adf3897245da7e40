import { expect, test } from 'vitest';
import { type Band, estimateBands } from '../../tiles-builder/config/bands.ts';
import type { RegisterConfig } from '../../tiles-builder/config/config.ts';
import type { District } from '../../tiles-builder/registers/area-people.ts';
import type { RegistersConfig } from '../../tiles-builder/registers/registers-config.ts';
import { registerWarnings } from '../../tiles-builder/registers/registers-report.ts';
import { type CountedWithTally, reportOf, SumOfAreas } from '../../tiles-builder/registers/sum-registers.ts';
import { addSite, emptyTally } from '../../tiles-builder/registers/tally.ts';

const OPEN: Band = [5_000, null];
const BANDS: readonly Band[] = [[1, 9], [10, 49], [50, 199], OPEN]; // biome-ignore format: a line
const SITES = [90, 30, 9, 2];

const none = { sites: 0, people: 0 };
const area = (
  districts: readonly District[],
  settings: Partial<CountedWithTally> = {},
): CountedWithTally => ({
  ...{ staff: 100, pupils: 0, at_home: 50, groups: 3, smallest_group_people: 12 },
  ...{ withheld: none, outside: none, cut: none, crowded: [], figures: [] },
  districts: new Map(districts.map((district, i) => [`${i}`, district])),
  inside: { people: { 0: 100 }, banded: {} },
  ...settings,
});

const config = { workplaces: [{ file: 'staff.csv' } as RegisterConfig] } as unknown as RegistersConfig;

function report(areas: readonly CountedWithTally[]) {
  const bands = estimateBands(BANDS, SITES);
  const [all, unlimited] = [emptyTally(), emptyTally()];
  for (const [band, sites] of SITES.entries()) {
    for (let i = 0; i < sites; i++) {
      const site = { band, people: 0, present: 1, most: Infinity };
      addSite(all, site);
      if (BANDS[band] === OPEN) addSite(unlimited, site);
    }
  }
  const listed = { role: 'workplaces', rows: 131, without_number: 0, all, unlimited } as const;
  const sum = new SumOfAreas();
  for (const one of areas) sum.add(one);
  const tallies = { nowhere: emptyTally(), outside: emptyTally() };
  const figures = { registers: [{ ...listed, ...tallies }], bands, outlines: 0, coverage: null };
  return reportOf(config, figures, sum, 10_000);
}

test('groups are those of all areas, and the smallest is the smallest of any', () => {
  const { groups, smallest_group_people } = report([
    area([]),
    area([], { groups: 4, smallest_group_people: 11 }),
  ]);
  expect([groups, smallest_group_people]).toEqual([7, 11]);
});

test('places where many live and nobody works are reported, and those where few live or somebody works are not', () => {
  const idle = report([
    area([
      { living: 1_000, away: 0 },
      { living: 999, away: 0 },
    ]),
    area([
      { living: 4_500, away: 0 },
      { living: 80_000, away: 0.5 },
    ]),
  ]);
  expect(idle.idle).toEqual({ places: 2, inhabitants: 5_500 });
  expect(idle.inhabitants).toBe(86_499);
  expect(registerWarnings(idle).join('\n')).toContain(
    'in 2 places of some 36 km² live 5,500 people and nobody works: where a register does not reach, name its "coverage"',
  );
  const busy = report([area([{ living: 80_000, away: 1 }])]);
  expect(busy.idle.places).toBe(0);
  expect(registerWarnings(busy).join('\n')).not.toContain('nobody works');
});

test('more people at sites than are away from home are reported, and a part of a person more is not', () => {
  const said = (staff: number): string =>
    registerWarnings(report([area([{ living: 150, away: 100 }], { staff })])).join('\n');
  expect(said(100.4)).not.toContain('inhabitants who are not');
  expect(said(103)).toContain('103 people at sites are 3 more than the 100 inhabitants who are not at home');
});

test('a band without a most counts with its least, says so, and may be off by as much', () => {
  const without = report([area([])]);
  expect(without.bands_deviation).toBe(0);
  expect(without.registers[0].unlimited).toEqual({ sites: 2, people: 10_000 });
  expect(registerWarnings(without).join('\n')).toContain(
    '2 sites with 10,000 people of staff.csv are in a band without a most and count with its least; "corrections" sets a number',
  );
  const within = report([area([], { inside: { people: { 0: 10_000 }, banded: { 3: 2 } } })]);
  // Of 10,000 people, two sites are off by 5,000 each.
  expect(within.bands_deviation).toBe(1);
});
