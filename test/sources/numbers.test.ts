import { describe, expect, test } from 'vitest';
import type { BadInput } from '../../tiles-builder/base/failures/bad-input.ts';
import type { Tags } from '../../tiles-builder/base/records.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import type { CensusConfig } from '../../tiles-builder/sources/config/config.ts';
import type { NumberFormat } from '../../tiles-builder/sources/config/number-format.ts';
import { openCsv } from '../../tiles-builder/sources/formats/csv-features.ts';
import { handFeatures } from '../../tiles-builder/sources/hand-features.ts';
import { readingsOf } from '../../tiles-builder/sources/numbers.ts';
import { scratchFolder } from '../support/files/scratch-file.ts';

const scratch = scratchFolder();
const silent = (): void => {};
const [A, B] = ['CRS3035RES200mN2893400E3763200', 'CRS3035RES200mN2893400E3763400'];

/** Or message and advice, without folders. */
async function peopleIn(text: string, config: Partial<CensusConfig>, name = 'census.csv'): Promise<unknown> {
  try {
    const census = { file: scratch(name, text), square: 'id', population: 'people', ...config };
    return [...(await readCensus(census, silent)).people];
  } catch (cause) {
    const { message, advice } = cause as BadInput;
    return [message.replaceAll(/\S*\//g, ''), advice].filter(Boolean).join(' | ');
  }
}

describe('the readings of a text', () => {
  const readings: readonly (readonly [NumberFormat, Readonly<Record<string, readonly number[]>>])[] = [
    [
      {},
      {
        ...{ '1234': [1234], '007': [7], ' 12 ': [12], '+5': [5], '\u22125': [-5], '12.5': [12.5], '12,5': [12.5], '.5': [0.5] }, // biome-ignore format: a line
        ...{ '12.': [12], '0.123': [0.123], '0,123': [0.123], '1234.567': [1234.567], '1e+05': [1e5], '1.234e3': [1234] }, // biome-ignore format: a line
        ...{
          '1,234': [1234, 1.234],
          '1.234': [1.234, 1234],
          '123.456': [123.456, 123_456],
          '1,234.5': [1234.5],
        },
        ...{
          '1.234,5': [1234.5],
          '1,234,567': [1_234_567],
          '1.234.567': [1_234_567],
          '12,34,567': [1_234_567],
        },
        ...{ '1 234 567': [1_234_567], '1\u00a0234': [1234], '1\u202f234,5': [1234.5], "1'234": [1234], '1\u2019234.5': [1234.5] }, // biome-ignore format: a line
        ...{ '': [], ' ': [], '.': [], '-': [], '0x10': [], Infinity: [], '1,23,45': [], '12 34': [], "1'234 567": [], '12 %': [] }, // biome-ignore format: a line
      },
    ],
    [{ decimal: '.' }, { '1,234': [1234] }],
    [{ decimal: ',' }, { '1,234': [1.234], '1.234': [1234], '12.5': [] }],
    [{ thousands: ',' }, { '1,234': [1234], '1.234': [1.234], '12,34': [] }],
    [{ thousands: '.' }, { '1.234': [1234] }],
    [{ thousands: ' ' }, { '1,234': [1.234], "1'234": [] }],
    [{ decimal: ',', thousands: "'" }, { '1 234': [] }],
  ];
  test.each(readings)('with %j', (format, byText) => {
    for (const [text, numbers] of Object.entries(byText))
      expect(readingsOf(text, format), text).toEqual(numbers);
  });

  test('of a number that is no text are that number', () => {
    expect([1.234, Number.NaN, true].map((value) => readingsOf(value))).toEqual([[1.234], [], []]);
  });

  test('find every number in the formats of all locales that have two signs, written by the library of the language', () => {
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'sv-SE', 'it-IT', 'en-IN', 'pl-PL', 'pt-BR']) {
      for (const number of [0, 7, 999, 1000.25, 12_345.5, 1_234_567, 98_765_432.1]) {
        const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(number);
        expect(readingsOf(written), `${locale}: ${written}`).toEqual([number]);
      }
      const written = new Intl.NumberFormat(locale).format(12_345);
      expect(readingsOf(written), `${locale}: ${written}`).toContain(12_345);
    }
  });
});

/** Readings with a decimal point and with a decimal comma. */
const twoReadings = (column: string, text: string, point: string, comma: string): string => {
  return `census.csv, line 2: ${column} "${text}" may be ${point} or ${comma} | Say which beside "file" in the configuration: "decimal": "." makes it ${point}, "decimal": "," makes it ${comma}.`;
};
const SECRET = 'If it stands for a number that is secret or missing, say how many people to take for it by "suppressed" in the configuration.'; // biome-ignore format: a line

describe('a census as an office lays it out', () => {
  test.each<[string, string, Partial<CensusConfig>, unknown]>([
    ['INSEE: three decimals', `id;people\n${A};1,234\n`, {}, twoReadings('people', '1,234', '1234', '1.234')],
    ['INSEE, told', `id;people\n${A};1,234\n${B};2,5\n`, { decimal: ',' }, [1.234, 2.5]],
    [
      'Census Bureau, ABS: thousands in quotes',
      `id,people\n${A},"1,234,567"\n${B},"12"\n`,
      {},
      [1_234_567, 12],
    ],
    [
      'Census Bureau, ABS, told',
      `id,people\n${A},"1,234"\n${B},"12,345"\n`,
      { thousands: ',' },
      [1234, 12_345],
    ],
    ['Destatis: thousands with points', `id;people\n${A};1.234\n`, { decimal: ',' }, [1234]],
    ['Destatis, not told', `id;people\n${A};1.234\n`, {}, twoReadings('people', '1.234', '1.234', '1234')],
    ['BFS: apostrophes', `id;people\n${A};1'234\n${B};1\u2019234.5\n`, {}, [1234, 1234.5]],
    ['SCB, Excel: no-break spaces', `id;people\n${A};1\u00a0234\n${B};1\u202f234,5\n`, {}, [1234, 1234.5]],
    ['a blank', `id,people\n${A}, \n`, {}, `census.csv, line 2: people is blank | ${SECRET}`],
    ['a blank, told', `id,people\n${A}, \n`, { suppressed: { text: '', people: 2 } }, [2]],
    ['a point, told of commas', `id,people\n${A},12.5\n`, { decimal: ',' }, `census.csv, line 2: people "12.5" is not a number written with "decimal": "," | ${SECRET}`], // biome-ignore format: a line
    [
      'a factor of growth',
      `id,people,factor\n${A},10,1.025\n`,
      { growth: 'factor' },
      twoReadings('factor', '1.025', '1.025', '1025'),
    ],
  ])('%s', async (_, text, config, found) => expect(await peopleIn(text, config)).toEqual(found));

  test('of polygons has numbers as they are, and texts with one reading', async () => {
    const geometry = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }; // biome-ignore format: a line
    const found = (people: unknown): Promise<unknown> => {
      const text = JSON.stringify({ type: 'Feature', properties: { people }, geometry });
      return peopleIn(text, { square: undefined }, 'units.geojson');
    };
    expect(await found(1.234)).toEqual([1.234]);
    expect(await found('1 234')).toEqual([1234]);
    for (const [people, fault] of [
      ['1,234', /"1,234" may be 1234 or 1.234/],
      [' ', /people is blank/],
      [null, /people is blank/],
      ['0x10', /"0x10" is not a number/],
      [true, /"true" is not a number/],
    ] as const)
      expect(await found(people)).toMatch(fault);
  });
});

test('buildings of a table have attributes with decimal commas, none where a cell is no number, and are refused where it may be two', async () => {
  const tagsIn = async (row: string, format: NumberFormat = {}): Promise<Tags> => {
    const file = scratch('buildings.csv', `wkt;flats;storeys;tall\nPOLYGON ((0 0, 1 0, 1 1, 0 0));${row}\n`);
    const attributes = { dwellings: 'flats', floors: 'storeys', height: 'tall' };
    const source = { file, attributes, crs: 'EPSG:4326', ...format };
    let found: Tags = {};
    const areas = { impliedKey: 'building', wants: () => true, take: ({ tags }: { tags: Tags }) => { found = tags; } }; // biome-ignore format: a line
    await handFeatures(source, await openCsv(source), [{ areas }], silent);
    return found;
  };
  const numbers = { 'building:flats': '12', 'building:levels': '2.5', height: '7.25' };
  expect(await tagsIn('12;2,5;7,25')).toEqual({ building: 'yes', ...numbers });
  expect(await tagsIn(' ;unknown;0x10')).toEqual({ building: 'yes' });
  await expect(tagsIn('1.234;2;7')).rejects.toThrow(/line 2: flats "1.234" may be 1.234 or 1234/);
  expect(await tagsIn('1.234;2;7', { thousands: '.' })).toMatchObject({ 'building:flats': '1234' });
});

test('coordinates of a table in degrees have one reading within a turn, and others are refused where they have two', async () => {
  const pointIn = async (x: string, y: string, header = 'lon;lat', format: NumberFormat = {}) => {
    const layer = await openCsv({ file: scratch('points.csv', `${header}\n${x};${y}\n`), ...format });
    for await (const [first] of layer.batches()) return first.geometry?.coordinates;
  };
  expect(await pointIn('5,123', '48.125')).toEqual([5.123, 48.125]);
  expect(await pointIn('652 381,25', '6862305.5', 'x;y')).toEqual([652_381.25, 6_862_305.5]);
  await expect(pointIn('652,381', '6862305', 'x;y')).rejects.toThrow(/line 2: x "652,381" may be 652381 or/);
  expect(await pointIn('652,381', '6862305', 'x;y', { thousands: ',' })).toEqual([652_381, 6_862_305]);
  await expect(pointIn('0x10', '48')).rejects.toThrow(/"0x10" and "48" are no coordinates/);
});
