import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAYERS } from '../../src/format/tile-sets.ts';
import type { Position } from '../../src/geo/positions.ts';
import { fragmentOf, questionOf } from '../../src/web/address.ts';
import { rowsOf } from '../../src/web/calls-of.ts';
import {
  FIRST_QUESTION,
  type Place,
  type Question,
  withPlace,
  type ZonePlace,
} from '../../src/web/question.ts';
import { en } from '../../src/web/text/en.ts';

const RUNS = 200;

const coordinate = (limit: number): fc.Arbitrary<number> =>
  fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((steps) => steps / 1e5);
const position: fc.Arbitrary<Position> = fc.tuple(coordinate(179), coordinate(80));
const square = ([lon, lat]: Position): Position[] => {
  // As zones are read.
  const at = (value: number): number => Number(value.toFixed(6));
  return [
    [lon, lat],
    [at(lon + 0.01), lat],
    [at(lon + 0.01), at(lat + 0.01)],
    [lon, at(lat + 0.01)],
  ];
};
const name = fc.oneof(fc.constant(''), fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map((text) => text.trim())); // biome-ignore format: one line
const point: fc.Arbitrary<Place> = fc.record({ option: fc.constant('isochrone'), name, origin: position });
const zone: fc.Arbitrary<ZonePlace> = fc
  .tuple(name, position, fc.boolean(), fc.constantFrom(0, 5, 20))
  .map(([name, [lon, lat], hasTwo, within_m]) => ({
    option: 'zone',
    name,
    parts: [[square([lon, lat])], ...(hasTwo ? [[square([Number((lon + 0.5).toFixed(6)), lat])]] : [])],
    closed: true,
    within_m,
  }));
const place = fc.oneof(point, zone);
const question: fc.Arbitrary<Question> = fc
  .record({
    endpoints: fc.constantFrom<Question['endpoints']>(
      ['livingcount'],
      ['workingcount'],
      ['livingcount', 'workingcount'],
    ),
    work: place,
    kept: fc.array(place, { maxLength: 4 }),
    travels: fc.constantFrom<Question['travels']>(['pedestrian'], ['motorized'], ['pedestrian', 'motorized']),
    times_s: fc.constantFrom([300], [300, 600, 900], [432]),
    density: fc.constantFrom(null, ...LAYERS),
  })
  .map(({ work, ...rest }) => withPlace({ ...FIRST_QUESTION, ...rest }, work));

test('there and back', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const found = questionOf(fragmentOf(asked), en);
      expect(found).not.toHaveProperty('fault');
      expect(rowsOf(found as Question)).toEqual(rowsOf(asked));
      expect((found as Question).density).toBe(asked.density);
    }),
    { numRuns: RUNS, seed: 18 },
  );
});

test.each(LAYERS)('the density of %s alone is an address, and asks nothing', (density) => {
  const address = fragmentOf({ ...FIRST_QUESTION, density });
  expect(address).toBe(`#/api/v1/livingcount?density=${density}`);
  const found = questionOf(address, en) as Question;
  expect(found).toEqual({ ...FIRST_QUESTION, density });
  expect(rowsOf(found)).toEqual([]);
});

test.each([
  ['#/api/v1/livingcount?lon=9&lat=95&travel=pedestrian&time=300', /lat must be/],
  ['#/api/v1/livingcount?lon=9&lat=45&travel=pedestrian&time=300,7', /time/],
  ['#/api/v1/livingcount?lon=9&lat=45&travel=pedestrian,rocket&time=300', /travel/],
  ['#/api/v1/livingcount?lon=9&lat=45', /missing/],
  ['#/api/v1/livingcount?lon=9&lat=45&travel=pedestrian&time=300&also=north', /lon/],
  ['#/api/v1/livingcount?lon=9&lat=45&travel=pedestrian&time=300&zone={}', /not both/],
  ['#/api/v1/livingcount', /Give either/],
  [
    '#/api/v1/livingcount?zone={"type":"Polygon","coordinates":[[[9,45],[9,46],[10,46],[10,45]]]}',
    /not closed/,
  ],
  ['#/api/v1/livingcount?zone={"type":"Polygon","coordinates":[[[9,45],[9,95],[10,95],[9,45]]]}', /latitude/],
])('%s', (fragment, fault) => {
  expect(questionOf(fragment, en)).toEqual({ fault: expect.stringMatching(fault) });
});

test.each(['', '#', '#/docs', '#/api/v1/nobody?lon=1'])('no question: %s', (fragment) => {
  expect(questionOf(fragment, en)).toBeNull();
});

test('whatever an address says is a question, or a sentence that says what is wrong', () => {
  const texts = ['', '11.5', '57.25,600', 'NaN', '1e999', 'pedestrian,car', '{', 'null', '{"type":"Point","coordinates":[null]}', '{"type":"MultiPolygon","coordinates":[[[]]]}']; // biome-ignore format: one line
  const names = ['lon', 'lat', 'travel', 'time', 'zone', 'also', 'density', 'name'];
  const parameters = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...texts)));
  fc.assert(
    fc.property(parameters, (given) => {
      const found = questionOf(`#/api/v1/livingcount?${new URLSearchParams(given)}`, en)!;
      if ('fault' in found) expect(found.fault).not.toBe('');
      else expect(() => fragmentOf(found) + rowsOf(found).length).not.toThrow();
    }),
    { numRuns: RUNS, seed: 18 },
  );
});
