import { expect, test } from 'vitest';
import { PRIVACY } from '../../../tiles-builder/daytime/parameters.ts';
import {
  type RegisterFigures,
  type RegistersReport,
  registersInManifest,
  registerWarnings,
} from '../../../tiles-builder/daytime/registers/registers-report.ts';

const NONE = { sites: 0, people: 0 };
const FIGURES: RegisterFigures = {
  role: 'workplaces',
  file: '/data/firms.csv',
  rows: 50,
  people: 900,
  without_number: 0,
  without_place: NONE,
  share_inside: 0.5,
  unlimited: NONE,
};
const SCHOOLS: RegisterFigures = { ...FIGURES, role: 'schools', file: '/data/schools.csv' };
const REPORT: RegistersReport = {
  registers: [FIGURES, SCHOOLS],
  staff: 3_000,
  pupils: 500,
  at_home: 4_000,
  inhabitants: 7_500,
  groups: 0,
  smallest_group_people: 20,
  outside: NONE,
  cut: NONE,
  withheld: NONE,
  over_capacity: { places: 0, people: 0, largest: [] },
  idle: { places: 0, inhabitants: 0 },
  bands_deviation: 0,
  people_nowhere: 72,
};
const warningsOf = (more: Partial<RegistersReport>): string[] => registerWarnings({ ...REPORT, ...more });
const oneOf = (more: Partial<RegisterFigures>): string[] =>
  warningsOf({ registers: [{ ...FIGURES, ...more }, SCHOOLS] });

test.each<readonly [string, readonly string[], string]>([
  ['rows without a number', oneOf({ without_number: 1 }), 'firms.csv has 1 row without a number of people: it counts as nobody'],
  ['a site outside', warningsOf({ outside: { sites: 1, people: 40 } }), '1 site with 40 people lies outside the coverage, or does so in part'],
  ['sites without a place', oneOf({ without_place: { sites: 2, people: 1_200 } }), '2 sites with 1,200 people of firms.csv have no place and are counted nowhere; "corrections" gives them one'],
  ['sites without people, without a place', oneOf({ without_place: { sites: 2, people: 0 } }), '2 sites with 0 people of firms.csv have no place and are counted nowhere; "corrections" gives them one'],
  ['open bands', oneOf({ unlimited: { sites: 3, people: 30 } }), '3 sites with 30 people of firms.csv are in a band without a most and count with its least; "corrections" sets a number'],
  ['sites outside', warningsOf({ outside: { sites: 4, people: 40 } }), '4 sites with 40 people lie outside the coverage, or do so in part'],
  ['people beyond the most', warningsOf({ cut: { sites: 5, people: 50 } }), '50 people booked at 5 sites beyond "most_people" are counted nowhere'],
  ['too few', warningsOf({ withheld: { sites: 6, people: 6 } }), '6 sites with 6 people are too few for a figure in the whole area around them, or have nothing there to be in, and are counted nowhere'],
  ['places without work', warningsOf({ idle: { places: 1, inhabitants: 2_000 } }), 'in 1 place of some 36 km² live 2,000 people and nobody works: where a register does not reach, name its "coverage"'],
  ['no schools', warningsOf({ registers: [FIGURES] }), 'no "schools": pupils and students are counted nowhere, and no interval knows of them'],
])('%s are said', (_, warnings, sentence) => expect(warnings).toEqual([sentence])); // biome-ignore format: a line each

test('more people at sites than inhabitants who are away come from elsewhere', () => {
  expect(warningsOf({ staff: 3_001 })).toEqual([
    expect.stringMatching(
      /^3,501 people at sites are 1 more than the 3,500 inhabitants who are not at home: /,
    ),
  ]);
});

test('people at sites, those not at home and their difference are whole numbers that add up', () => {
  expect(warningsOf({ staff: 2_000.4, pupils: 0, at_home: 4_000.4 })).toEqual([
    expect.stringMatching(/^2,000 people at sites are 1,500 fewer than the 3,500 inhabitants/),
  ]);
  expect(warningsOf({ staff: 1_999.6, pupils: 0, at_home: 3_999.6 })).toEqual([
    expect.stringMatching(/^2,000 people at sites are 1,500 fewer than the 3,500 inhabitants/),
  ]);
  expect(warningsOf({ staff: 2_000.4, pupils: 0, at_home: 3_999.5 })).toEqual([
    expect.stringMatching(/^2,000 people at sites are 1,501 fewer than the 3,501 inhabitants/),
  ]);
});

test('far fewer people at sites than inhabitants who are away are counted nowhere', () => {
  expect(warningsOf({ staff: 2_300 })).toEqual([]);
  expect(warningsOf({ staff: 2_299 })).toEqual([
    expect.stringMatching(
      /^2,799 people at sites are 701 fewer than the 3,500 inhabitants who are not at home: these are counted nowhere/,
    ),
  ]);
});

test('the manifest says how many people are where, and on how many each figure rests', () => {
  const groups = { own: 'a', followed: 'b' };
  expect(registersInManifest(REPORT, groups)).toEqual({
    groups,
    staff: 3_000,
    pupils: 500,
    at_home: 4_000,
    people_nowhere: 72,
    bands_deviation: 0,
    min_people: PRIVACY.min_persons,
    smallest_group_people: 20,
  });
});
