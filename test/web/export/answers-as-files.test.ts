import type { Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { csvOf, SITE_COLUMNS } from '../../../src/clients/count-columns.ts';
import { CountFailed } from '../../../src/clients/javascript/index.ts';
import { rowsOf } from '../../../src/web/calls-of.ts';
import type { AnsweredRow, Total } from '../../../src/web/count-result.ts';
import { readPlaces } from '../../../src/web/import/read-places.ts';
import { FIRST_QUESTION, type Question } from '../../../src/web/question.ts';
import { answersAsSites, sitesAsCsv, sitesAsGeojson } from '../../../src/web/sites/sites-as-files.ts';
import { en } from '../../../src/web/text/en.ts';
import { datasetOf, TOWN } from '../answers.ts';

const polygon: Polygon = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }; // biome-ignore format: a line
const total = (people: number, more: object = {}): Total =>
  ({
    kind: 'total',
    people,
    interval: { low: people - 5, high: people + 7 },
    area_m2: 1_000,
    isochrone: { type: 'Feature', properties: {}, geometry: polygon },
    details: [{ datasets: [datasetOf(TOWN)], coverage: 0.9, cut: false }],
    ...more,
  }) as unknown as Total;
const square = [[0, 0], [1, 0], [1, 1]] as const; // biome-ignore format: a line
const QUESTION: Question = {
  ...FIRST_QUESTION,
  endpoints: ['livingcount', 'workingcount'],
  times_s: [300],
  isochrone: { option: 'isochrone', name: '', origin: [11.5, 57.25] },
  kept: [{ option: 'zone', name: '=home, "sweet"', parts: [[square]], closed: true, within_m: 20 }],
};
const [zone, reach] = rowsOf(QUESTION);
const refused = { kind: 'refusal', refusal: new CountFailed('no data', 422) } as const;
const answered: AnsweredRow[] = [
  { row: zone, results: [total(120, { isochrone: null }), refused] },
  { row: reach, results: [total(7, { interval: null }), { kind: 'pending' }] },
];

test('a comparison is a table with a line for each number or failure, and no formulas', () => {
  const [head, ...lines] = sitesAsCsv(answersAsSites(answered)).trimEnd().split('\r\n');
  expect(head).toBe([...SITE_COLUMNS, 'area_m2', 'name', 'within_m'].join());
  const data = 'false,little-town,little-town-1,"roads 2026 the mappers; census 2020 the town hall"';
  const wkt = '"POLYGON ((0 0,1 0,1 1,0 0))"';
  const name = `"'=home, ""sweet""",20`;
  expect(lines).toEqual([
    `A,,,${wkt},,,livingcount,120,115,127,0.9,false,${data},,1000,${name}`,
    `A,,,${wkt},,,workingcount,,,,,,,,,,no data,,${name}`,
    `B,11.5,57.25,,pedestrian,300,livingcount,7,,,0.9,false,${data},,1000,,`,
  ]);
});

test('GeoJSON has the zone of each number, and can be imported again', () => {
  const { features } = sitesAsGeojson(answersAsSites(answered));
  expect(features.map(({ properties }) => [properties!.id, properties!.count, properties!.people])).toEqual([
    ['A', 'livingcount', 120],
    ['A', 'workingcount', null],
    ['B', 'livingcount', 7],
  ]);
  expect(features[2].geometry).toEqual(polygon);
  expect(readPlaces(JSON.stringify(features[0]), en)).toEqual(QUESTION.kept);
});

test.each([
  ...['-5', '-5.25', '+1', 'a=b', 'St. Mary-le-Bow'].map((text) => [text, text]),
  ['a\nb', '"a\nb"'],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['-x', "'-x"],
  ['@a', "'@a"],
  ['+1-1|x', "'+1-1|x"],
  ['-5e1', "'-5e1"],
  ['＝1+1', "'＝1+1"],
  ['\t=1+1', '"\'\t\'=1+1"'],
  ['Haga;=1+1', '"Haga;\'=1+1"'],
])('the cell %j is no formula of a spreadsheet', (text, written) => {
  expect(csvOf([[text]])).toBe(`${written}\r\n`);
});
