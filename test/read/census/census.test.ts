import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { isSimpleRing } from '../../../tiles-builder/geometry/rings.ts';
import { mergeUnits } from '../../../tiles-builder/living/merge-units.ts';
import { readCensus } from '../../../tiles-builder/read/census/census.ts';
import {
  gridPlaceOf,
  parseGridSquare,
  squareOutline,
} from '../../../tiles-builder/read/census/grid-square.ts';
import type { CensusUnit } from '../../../tiles-builder/records.ts';
import { scratchFolder } from '../../support/scratch-file.ts';

const scratch = scratchFolder();
const silent = (): void => {};
const A = 'CRS3035RES200mN2893400E3763200';
const B = 'FR_CRS3035RES200mN2893400E3763400';

describe('the id of a square', () => {
  test.each([
    [A, 200, 3_763_200, 2_893_400],
    [B, 200, 3_763_400, 2_893_400],
    ['1kmN2689E4337', 1000, 4_337_000, 2_689_000],
    ['100mN26891E43372', 100, 4_337_200, 2_689_100],
    ['250mN268925E433775', 250, 4_337_750, 2_689_250],
    ['10kmN268E433', 10_000, 4_330_000, 2_680_000],
    ['CRS3035RES1000mN2689000E4337000', 1000, 4_337_000, 2_689_000],
    ['CRS3035RES1kmN2689000E4337000', 1000, 4_337_000, 2_689_000],
    ['100kmN27E43', 100_000, 4_300_000, 2_700_000],
  ])('%s', (id, size_m, east_m, north_m) => {
    expect(parseGridSquare(id)).toEqual({ size_m, east_m, north_m });
  });
  test.each([
    ['', /is no id/],
    ['75056', /is no id/],
    ['CRS2975RES200mN7635400E325800', /only EPSG:3035/],
    ['CRS3035RES200mN2893450E3763200', /no multiple of its size/],
    ['CRS3035RES0mN0E0', /a size of 0 m/],
    ['CRS3035RES101kmN0E0', /a size of 101000 m, at most 100000 m/],
    ['CRS3035RES200mN2893400E3763250', /no multiple of its size/],
    ['CRS3035RES200mN2893400', /is no id/],
  ])('is not "%s"', (id, reason) => expect(parseGridSquare(id)).toMatch(reason));
});

test('a square lies where EPSG:3035 puts it', () => {
  const ring = squareOutline({ size_m: 1000, east_m: 4_321_000, north_m: 3_210_000 });
  expect(ring[0]).toEqual([10, 52]);
  expect(ring).toHaveLength(5);
  expect(isSimpleRing(ring) && signedDoubleArea(ring) > 0).toBe(true);
  expect(squareOutline({ size_m: 10_000, east_m: 4_320_000, north_m: 3_210_000 })).toHaveLength(41);
});

test.each([1_000, 1_001, 2_500, 10_000])(
  'the outline of a square of %d m keeps to its sides, with a position a kilometre at least',
  (size_m) => {
    const [east_m, north_m] = [1_000 * size_m, 700 * size_m].map((m) => m - (m % size_m));
    const places = squareOutline({ size_m, east_m, north_m }).map(gridPlaceOf);
    let around_m = 0;
    for (const [i, [x, y]] of places.entries()) {
      const [right, up] = [x - east_m, y - north_m];
      const toSides = [right, up, size_m - right, size_m - up];
      expect(Math.min(...toSides)).toBeGreaterThan(-0.05);
      expect(Math.min(...toSides)).toBeLessThan(0.05);
      if (i === 0) continue;
      const step_m = Math.hypot(x - places[i - 1][0], y - places[i - 1][1]);
      expect(step_m).toBeLessThan(1_000.05);
      around_m += step_m;
    }
    expect(around_m).toBeCloseTo(4 * size_m, 0);
    expect(places).toHaveLength(4 * Math.ceil(size_m / 1_000) + 1);
    for (const [x, y] of [[0, 0], [1, 0], [1, 1], [0, 1]] as const) // biome-ignore format: a line
      expect(
        Math.min(...places.map(([a, b]) => Math.hypot(a - east_m - x * size_m, b - north_m - y * size_m))),
      ).toBeLessThan(0.05);
  },
);

describe('a census of squares', () => {
  const config = { square: 'id', population: 'people' };
  const read = async (name: string, content: string | Uint8Array): Promise<CensusUnit[]> => [
    ...(await readCensus({ ...config, file: scratch(name, content) }, silent)),
  ];
  const found = (units: readonly CensusUnit[]): unknown => units.map(({ id, people }) => [id, people]);

  test.each([
    ['commas', `id,people\n${A},12.5\n${B},0\n`],
    ['semicolons and decimal commas', `id;people\n${A};12,5\n${B};0`],
    ['tabs and Windows line ends', `id\tpeople\r\n${A}\t12.5\r\n\r\n${B}\t0\r\n`],
    [
      'quotes around commas, line breaks and quotes',
      `note,people,id\n"a, ""b""\nc",12.5,"${A}"\n"",0,${B}\n`,
    ],
    ['a byte order mark', `\ufeffid,people\n${A},12.5\n${B},0\n`],
  ])('with %s', async (_, text) => {
    const expected = [
      [A, 12.5],
      [B, 0],
    ];
    expect(found(await read('squares.csv', text))).toEqual(expected);
    expect(found(await read('squares.csv.gz', gzipSync(text)))).toEqual(expected);
  });

  test('tells how far it is after every ten thousand', async () => {
    const lines = Array.from({ length: 25_000 }, (_, i) => `CRS3035RES100mN${2_000_000 + i * 100}E4000000,1`);
    const reported: unknown[] = [];
    const file = scratch('reported.csv', `id,people\n${lines.join('\n')}`);
    await readCensus({ ...config, file }, (...progress) => reported.push(progress));
    expect(reported).toEqual([10_000, 20_000].map((units) => ['reading the census', units, undefined]));
  });

  test('of more than a chunk', async () => {
    const lines = Array.from(
      { length: 60_000 },
      (_, i) => `CRS3035RES100mN${2_000_000 + i * 100}E4000000,"é${i}",1`,
    );
    const units = await read('long.csv', `id,name,people\n${lines.join('\n')}`);
    expect(units).toHaveLength(60_000);
    expect(units[59_999].id).toBe('CRS3035RES100mN7999900E4000000');
  });

  test.each([
    ['a missing column', `id,persons\n${A},1`, /line 1: has no column people/],
    ['an id that cannot be read', `id,people\n${A},1\nN1E1,1`, /line 3: "N1E1" is no id/],
    ['a population below 0', `id,people\n${A},-1`, /line 2: people "-1" is below 0/],
    ['no population', `id,people\n${A},`, /line 2: people is blank/],
    ['words', `id,people\n"\n${A}",many`, /line 2: people "many" is not a number/],
    ['infinitely many', `id,people\n${A},Infinity`, /is not a number/],
    ['a short line', `id,people\n${A}`, /line 2: ends before the column people/],
    [
      'a square that comes twice',
      `id,people\n${A},1\n\n${B},1\nFR_${A},1`,
      /line 5: .* is on line 2 already/,
    ],
    ['an open quote', `id,people\n"${A},1`, /line 2: a quote is not closed/],
    ['nothing', '', /is empty/],
    ['a header alone', 'id,people', /lists nobody/],
  ])('with %s is refused', async (_, text, reason) => {
    await expect(read('bad.csv', text)).rejects.toThrow(reason);
    await expect(read('bad.csv', text)).rejects.toThrow(/bad\.csv/);
  });

  test('that is no gzip, not there, or without the name of its id column is refused', async () => {
    await expect(read('bad.csv.gz', 'id,people')).rejects.toThrow(/cannot be unzipped/);
    await expect(readCensus({ ...config, file: '/nowhere.csv' }, silent)).rejects.toThrow(
      /nowhere\.csv: is not there/,
    );
    const file = scratch('squares.csv', `id,people\n${A},1`);
    await expect(readCensus({ file, population: 'people' }, silent)).rejects.toMatchObject({
      message: expect.stringMatching(/has no column with geometries; its columns are id, people/),
      advice: expect.stringMatching(/census\.square/),
    });
  });
});

describe('a census of polygons', () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const read = async (population: unknown, geometry: object | null): Promise<CensusUnit[]> => {
    const feature = { type: 'Feature', id: 'x', properties: { population }, geometry };
    const file = scratch('units.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    return [...(await readCensus({ file, population: 'population' }, silent))];
  };
  test('is read', async () => {
    const units = await read('7.5', { type: 'Polygon', coordinates: [[...ring].reverse()] });
    expect(units).toEqual([{ id: 'x', outline: [[ring]], people: 7.5 }]);
  });
  test('lies where its geometry is, whatever its id looks like', async () => {
    const geometry = { type: 'Polygon', coordinates: [ring] };
    const features = ['1kmN2838E3447', A].map((id) => ({
      type: 'Feature',
      id,
      properties: { population: 3 },
      geometry,
    }));
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    const units = await readCensus(
      { file: scratch('named.geojson', text), population: 'population' },
      silent,
    );
    expect([...units].map(({ outline }) => outline)).toEqual([[[ring]], [[ring]]]);
    expect(mergeUnits(units, 2, units.outline(0), 1).units.map(({ outline }) => outline)).toEqual([
      [[ring]],
      [[ring]],
    ]);
  });

  test.each([
    [undefined, { type: 'Polygon', coordinates: [ring] }, /feature 1 \(x\): has no property population/],
    [-1, { type: 'Polygon', coordinates: [ring] }, /"-1" is below 0/],
    [1, { type: 'Point', coordinates: [0, 0] }, /Polygon or MultiPolygon expected/],
    [
      1,
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [2, 2],
            [0, 0],
          ],
        ],
      },
      /a ring of a polygon has no area/,
    ],
    [
      1,
      {
        type: 'MultiPolygon',
        coordinates: [
          [ring],
          [
            [
              [5, 5],
              [7, 7],
              [5, 7],
              [7, 5],
              [5, 5],
            ],
          ],
        ],
      },
      /feature 1 \(x\): a ring of a polygon has no area or crosses itself/,
    ],
    [1, null, /Polygon or MultiPolygon expected/],
  ])('with %s people in %j is refused', async (people, geometry, reason) => {
    await expect(read(people, geometry)).rejects.toThrow(reason);
  });
});

describe('a census with growth and suppressed numbers', () => {
  const read = async (content: string, options: object): Promise<number[]> => {
    const file = scratch('growth.csv', content);
    return [...(await readCensus({ square: 'id', population: 'people', ...options, file }, silent)).people];
  };
  const csv = `id,people,factor\n${A},10,1.5\n${B},*,0.5\n`;

  test('brings units forward by their own factor, or all by one', async () => {
    const suppressed = { text: '*', people: 4 };
    expect(await read(csv, { growth: 'factor', suppressed })).toEqual([15, 2]);
    expect(await read(csv, { growth: 1.1, suppressed })).toEqual([11, 4.4]);
  });
  test('refuses what is no factor, and a suppressed number that nobody explained', async () => {
    await expect(read(csv.replace('1.5', 'x'), { growth: 'factor' })).rejects.toThrow(
      /line 2: factor "x" is not a number/,
    );
    await expect(read(csv, { growth: 'missing' })).rejects.toThrow(/has no column missing/);
    await expect(read(csv, {})).rejects.toThrow(/line 3: people "\*" is not a number/);
  });
});

test('a census of polygons in several parts', async () => {
  const square = (west: number) => [
    [
      [west, 0],
      [west + 1, 0],
      [west + 1, 1],
      [west, 1],
      [west, 0],
    ],
  ];
  const feature = {
    type: 'Feature',
    id: 'islands',
    properties: { population: 7, growth: 2 },
    geometry: { type: 'MultiPolygon', coordinates: [square(0), square(3)] },
  };
  const file = scratch('islands.geojson', JSON.stringify(feature));
  const units = await readCensus({ file, population: 'population', growth: 'growth' }, silent);
  expect([...units]).toEqual([{ id: 'islands', outline: [square(0), square(3)], people: 14 }]);
});
