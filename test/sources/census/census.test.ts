import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CensusUnit } from '../../../tiles-builder/base/records.ts';
import { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
import { isSimpleRing } from '../../../tiles-builder/geometry/rings.ts';
import { readCensus } from '../../../tiles-builder/sources/census/census.ts';
import {
  type DeclaredGrid,
  parseGridSquare,
  squareOutline,
} from '../../../tiles-builder/sources/census/grid-square.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const scratch = scratchFolder();
const silent = (): void => {};
const A = 'CRS3035RES200mN2893400E3763200';
const B = 'FR_CRS3035RES200mN2893400E3763400';

describe('the id of a square', () => {
  /** Projection, size, east and north in metres, or what is wrong. */
  const read = (id: string, declared: DeclaredGrid = {}): string => {
    const square = parseGridSquare(id, declared);
    return typeof square === 'string' ? square : Object.values(square).join(' ');
  };

  test.each<[DeclaredGrid, string]>([
    [
      {},
      `${A}: EPSG:3035 200 3763200 2893400|${B}: EPSG:3035 200 3763400 2893400|1kmN2689E4337: EPSG:3035 1000 4337000 2689000
      |100mN26891E43372: EPSG:3035 100 4337200 2689100|250mN268925E433775: EPSG:3035 250 4337750 2689250
      |10kmN268E433: EPSG:3035 10000 4330000 2680000|100kmN27E43: EPSG:3035 100000 4300000 2700000
      |CRS3035RES1000mN2689000E4337000: EPSG:3035 1000 4337000 2689000
      |CRS3035RES1kmN2689000E4337000: EPSG:3035 1000 4337000 2689000
      |SE_CRS3006RES1000mN6133000E394000: EPSG:3006 1000 394000 6133000
      |CRS2975RES200mN7635400E325800: EPSG:2975 200 325800 7635400|1km_6223_576: EPSG:25832 1000 576000 6223000
      |250m_622375_57550: EPSG:25832 250 575500 6223750|50km_620_55: EPSG:25832 50000 550000 6200000
      |TQ3080: EPSG:27700 1000 530000 180000|SV00: EPSG:27700 10000 0 0|HU4741: EPSG:27700 1000 447000 1141000
      |NN166712: EPSG:27700 100 216600 771200`,
    ],
    [{ projection: 'EPSG:3067' }, '1kmN2689E4337: EPSG:3067 1000 4337000 2689000'],
    [{ square_m: 100 }, 'E1550N4630: EPSG:28992 100 155000 463000'],
    [{ projection: 'EPSG:28992', square_m: 500 }, 'E1550N4630: EPSG:28992 500 155000 463000'],
    [
      { square_m: 1_000 },
      '22600006649000: EPSG:25833 1000 260000 6649000|19250006649000: EPSG:25833 1000 -75000 6649000',
    ],
    [{ square_m: 250 }, '3695006398000: EPSG:3006 250 369500 6398000'],
  ])('with %j', (declared, examples) => {
    for (const example of examples.split('|').map((text) => text.trim())) {
      const [id] = example.split(': ');
      expect(`${id}: ${read(id, declared)}`).toBe(example);
    }
  });

  test.each<[string, DeclaredGrid, RegExp]>([
    ['', {}, /is no id/],
    ['75056', {}, /is no id/],
    ['CRS3035RES200mN2893450E3763200', {}, /no multiple of its size/],
    ['CRS3035RES200mN2893400E3763250', {}, /no multiple of its size/],
    ['CRS3035RES0mN0E0', {}, /a size of 0 m/],
    ['CRS3035RES101kmN0E0', {}, /a size of 101000 m, at most 100000 m/],
    ['CRS3035RES200mN2893400', {}, /is no id/],
    ['E1550N4630', {}, /does not say how wide the square is; name that by "square_m"/],
    ['ZZ00', {}, /is no id/],
    ['IE00', {}, /is no id/],
    ['1km_6223_576', { projection: 'EPSG:3035' }, /is a square of EPSG:25832, and the configuration says/],
    ['TQ3080', { square_m: 100 }, /has a size of 1000 m, and the configuration says "square_m": 100/],
  ])('is not "%s" with %j', (id, declared, reason) => expect(read(id, declared)).toMatch(reason));
});

test.each([
  ['EPSG:3035', 4_321_000, 3_210_000, 10, 52],
  ['EPSG:2056', 2_600_000, 1_200_000, 7.438_632, 46.951_083],
  ['EPSG:28992', 155_000, 463_000, 5.387_206, 52.155_174],
  ['EPSG:27700', 530_030, 180_380, -0.127_75, 51.507_5],
])('squares of %s lie where the survey says', (projection, east_m, north_m, lon, lat) => {
  const size_m = 10;
  const [[foundLon, foundLat]] = squareOutline({ projection, size_m, east_m, north_m });
  expect(foundLat).toBeCloseTo(lat, 3);
  expect(foundLon).toBeCloseTo(lon, 3);
});

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

  test.each([
    ['a missing column', `id,persons\n${A},1`, /line 1: has no column people/],
    ['an id that cannot be read', `id,people\n${A},1\nN1E1,1`, /line 3: "N1E1" is no id/],
    ['a population below 0', `id,people\n${A},-1`, /line 2: people "-1" is below 0/],
    ['no population', `id,people\n${A},`, /line 2: people is blank/],
    ['words', `id,people\n"\n${A}",many`, /line 2: people "many" is not a number/],
    ['a short line', `id,people\n${A}`, /line 2: ends before the column people/],
    [
      'a square that comes twice',
      `id,people\n${A},1\n\n${B},1\nFR_${A},1`,
      /CRS3035RES200mN2893400E3763200: is listed twice/,
    ],
    ['an open quote', `id,people\n"${A},1`, /line 2: a quote is not closed/],
    ['nothing', '', /is empty/],
    ['a header alone', 'id,people', /lists nobody/],
    ['zeros alone', `id,people\n${A},0\n${B},0.0`, /people is 0 throughout/],
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

describe('a census of squares of a national grid', () => {
  const read = (name: string, text: string, config: object) =>
    readCensus({ ...config, file: scratch(name, text) }, silent);

  test('has the vertices of squares in two columns', async () => {
    const config = { square: { east: 'E', north: 'N' }, square_m: 100, population: 'people' };
    const text = 'E;N;people\n2600000;1200000;3\n2600100;1200000;17\n';
    const swiss = { ...config, projection: 'EPSG:2056' };
    const units = await read('corners.csv', text, swiss);
    const first = { projection: 'EPSG:2056', size_m: 100, east_m: 2_600_000, north_m: 1_200_000 };
    expect([...units].map(({ id, people, square }) => [id, people, square])).toEqual([
      ['2600000 1200000', 3, first],
      ['2600100 1200000', 17, { ...first, east_m: 2_600_100 }],
    ]);
    const [own, beside] = [0, 1].map((unit) => new Set(units.outline(unit).flat(2).map(String)));
    expect([...own].filter((place) => beside.has(place))).toHaveLength(2);
    await expect(read('corners.csv', text, config)).rejects.toThrow(/line 2: .* no "projection"/);
    for (const [east, reason] of [
      ['2600150', /line 3: 2600150 1200000 has a corner that is no multiple of its size/],
      ['x', /line 3: E and N are no metres/],
    ] as const)
      await expect(read('corners.csv', text.replace('2600100', east), swiss)).rejects.toThrow(reason);
  });

  test('replaces each suppressed text by its number', async () => {
    const config = { square: 'id', square_m: 100, population: 'people' };
    const suppressed = [
      { text: '-99997', people: 2 },
      { text: '-99995', people: 0 },
    ];
    const text = 'id,people\nE1550N4630,15\nE1551N4630,-99997\nE1552N4630,-99995\n';
    expect([...(await read('nl.csv', text, { ...config, suppressed })).people]).toEqual([15, 2, 0]);
    await expect(read('nl.csv', text, config)).rejects.toThrow(/line 3: people "-99997" is below 0/);
    for (const encoding of ['utf8', 'latin1'] as const) {
      const german = `id;people\r\n100mN26917E43411;${encoding === 'latin1' ? '\x96' : '–'}\r\n`;
      const file = scratch('de.csv', Buffer.from(german, encoding));
      const dash = { text: '–', people: 1 };
      const named = { square: 'id', population: 'people', file, suppressed: dash };
      expect([...(await readCensus(named, silent)).people]).toEqual([1]);
    }
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
  test('is repaired where a corner of its outline is a small loop', async () => {
    const looped = [[0, 0], [1, 0], [0.999, 1.001], [1.001, 0.999], [0, 1], [0, 0]]; // biome-ignore format: one line
    const [unit] = await read('7.5', { type: 'Polygon', coordinates: [looped] });
    expect(new PlanarArea(unit.outline).area()).toBeCloseTo(0.999, 4);
    expect(unit.outline.flat().every(isSimpleRing)).toBe(true);
  });
  test('is at its geometry, not at the place that its id looks like', async () => {
    const geometry = { type: 'Polygon', coordinates: [ring] };
    const properties = { population: 3 };
    const features = ['1kmN2838E3447', A].map((id) => ({ type: 'Feature', id, properties, geometry }));
    const file = scratch('named.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const units = await readCensus({ file, population: 'population' }, silent);
    const both = [[[ring]], [[ring]]];
    expect([...units].map(({ outline }) => outline)).toEqual(both);
  });

  const flat = [0, 1, 2, 0].map((x) => [x, x]);
  const [southWest, southEast, northEast, northWest] = rectangle(5, 5, 7, 7);
  const bowTie = [southWest, northEast, northWest, southEast, southWest];
  test.each([
    [undefined, { type: 'Polygon', coordinates: [ring] }, /feature 1 \(x\): has no property population/],
    [-1, { type: 'Polygon', coordinates: [ring] }, /"-1" is below 0/],
    [1, { type: 'Point', coordinates: [0, 0] }, /Polygon or MultiPolygon expected/],
    [1, { type: 'Polygon', coordinates: [flat] }, /a ring of a polygon has no area/],
    [1, { type: 'MultiPolygon', coordinates: [[ring], [bowTie]] }, /feature 1 \(x\): .* crosses itself/],
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
});
