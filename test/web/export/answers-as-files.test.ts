import type { MultiPolygon, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { CountFailed, sumOfIntervals } from '../../../src/clients/javascript/index.ts';
import type { Row } from '../../../src/web/calls-of.ts';
import { rowsOf } from '../../../src/web/calls-of.ts';
import type { AnsweredRow, Total } from '../../../src/web/count-result.ts';
import { answersAsCsv } from '../../../src/web/export/answers-as-csv.ts';
import { answersAsGeojson } from '../../../src/web/export/answers-as-geojson.ts';
import { FIRST_QUESTION, type Question } from '../../../src/web/question.ts';

const polygon: Polygon = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }; // biome-ignore format: a line
const total = (people: number, more: object = {}, details: object[] = [{}]): Total =>
  ({
    kind: 'total',
    people,
    interval: { low: people - 5, high: people + 7 },
    isCut: false,
    area_m2: 1_000,
    isochrone: { type: 'Feature', properties: {}, geometry: polygon },
    details: details.map((own) => ({
      datasets: [
        {
          region: 'town',
          version: 'town-1',
          simulated: false,
          sources: [
            { role: 'roads', vintage: '2026', attribution: 'mappers' },
            { role: 'census', vintage: null, attribution: 'the "hall", east' },
            { role: 'buildings', vintage: '2026', attribution: null },
          ],
        },
      ],
      coverage: 0.9,
      cut: false,
      ...own,
    })),
    ...more,
  }) as unknown as Total;
const square = [[0, 0], [0, 1], [1, 1]] as const; // biome-ignore format: a line
const QUESTION: Question = {
  ...FIRST_QUESTION,
  endpoints: ['livingcount', 'workingcount'],
  travels: ['pedestrian', 'motorized'],
  times_s: [300],
  origin: [11.5, 57.25],
  kept: [
    {
      option: 'zone',
      name: '=home, "sweet"',
      drawing: { parts: [[square], [square]], closed: true, within_m: 20 },
    },
    { option: 'zone', name: '-5', drawing: { parts: [[square]], closed: true, within_m: 0 } },
  ],
};
const rows: Row[] = rowsOf(QUESTION);
const REFUSED = { kind: 'refusal', refusal: new CountFailed('', 422) } as const;
const answered: AnsweredRow[] = rows.map((row, i): AnsweredRow => {
  if (i === 0)
    return {
      row,
      results: [total(120, { isCut: true, area_m2: 2_000 }, [{ cut: true }, { coverage: 0.5 }]), REFUSED],
    };
  if (i === 1) return { row, results: [REFUSED, { kind: 'pending' }] };
  return { row, results: [total(7, { interval: null }), total(8)] };
});

test('bounds of parts add up, and are unknown where those of one are', () => {
  const [one, other] = [
    { low: 5, high: 17 },
    { low: 15, high: null },
  ];
  expect(sumOfIntervals([one, one])).toEqual({ low: 10, high: 34 });
  expect(sumOfIntervals([one, other])).toEqual({ low: 20, high: null });
  expect(sumOfIntervals([one, null])).toBeNull();
});

test('a table has a line for each number that there is, and no formulas', () => {
  const [head, ...lines] = answersAsCsv(answered).trimEnd().split('\r\n');
  expect(head).toBe(
    'place,name,lon,lat,travel,time_s,count,people,low,high,coverage,cut,simulated,region,version,sources,parts,area_m2',
  );
  const sources = '"roads 2026 mappers; census the ""hall"", east"';
  expect(lines).toEqual([
    `A,"'=home, ""sweet""",,,,,livingcount,120,115,127,0.5,true,false,town,town-1,${sources},2,2000`,
    `C,,11.5,57.25,pedestrian,300,livingcount,7,,,0.9,false,false,town,town-1,${sources},1,1000`,
    `C,,11.5,57.25,pedestrian,300,workingcount,8,3,15,0.9,false,false,town,town-1,${sources},1,1000`,
    `C,,11.5,57.25,motorized,300,livingcount,7,,,0.9,false,false,town,town-1,${sources},1,1000`,
    `C,,11.5,57.25,motorized,300,workingcount,8,3,15,0.9,false,false,town,town-1,${sources},1,1000`,
  ]);
  const named = (name: string): string =>
    answersAsCsv([{ row: { ...rows[1], place: { ...rows[1].place, name } }, results: [total(1)] }]).split(
      '\r\n',
    )[1];
  const written = {
    '-5': '-5',
    '-5.25': '-5.25',
    '+1': '+1',
    'a=b': 'a=b',
    'St. Mary-le-Bow': 'St. Mary-le-Bow',
    'a\nb': '"a\nb"',
    '-x': "'-x",
    '@a': "'@a",
    "-2+3+cmd|' /C calc'!A0": "'-2+3+cmd|' /C calc'!A0",
    '+1-1|x': "'+1-1|x",
    '-5e1': "'-5e1",
    '＝1+1': "'＝1+1",
    '\t=1+1': '"\'\t\'=1+1"',
    'Haga;=1+1': '"Haga;\'=1+1"',
  };
  for (const [name, cell] of Object.entries(written)) expect(named(name)).toContain(`B,${cell},,`);
});

test('GeoJSON has a feature for each zone with a number, and its geometry', () => {
  const { features } = answersAsGeojson(answered);
  expect(features.map(({ properties }) => properties)).toEqual([
    {
      place: 'A',
      name: '=home, "sweet"',
      within_m: 20,
      livingcount: 120,
      livingcount_low: 115,
      livingcount_high: 127,
      cut: true,
      parts: 2,
      simulated: false,
      region: 'town',
      version: 'town-1',
      sources: 'roads 2026 mappers; census the "hall", east',
    },
    ...(['pedestrian', 'motorized'] as const).map((travel) => ({
      place: 'C',
      lon: 11.5,
      lat: 57.25,
      travel,
      time_s: 300,
      livingcount: 7,
      livingcount_low: null,
      livingcount_high: null,
      workingcount: 8,
      workingcount_low: 3,
      workingcount_high: 15,
      cut: false,
      parts: 1,
      simulated: false,
      region: 'town',
      version: 'town-1',
      sources: 'roads 2026 mappers; census the "hall", east',
    })),
  ]);
  const { coordinates } = features[0].geometry as MultiPolygon;
  expect(coordinates).toEqual([[[...square, square[0]]], [[...square, square[0]]]]);
  expect(features[1].geometry).toEqual(polygon);
  const exact = answersAsGeojson([{ row: rows[1], results: [total(1)] }]).features[0].properties!;
  expect([exact.place, exact.name, 'within_m' in exact]).toEqual(['B', '-5', false]);
});
