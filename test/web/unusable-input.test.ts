import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { parseCountQuery } from '../../src/request/parse-count-query.ts';
import { fragmentOf, questionOf } from '../../src/web/address.ts';
import { rowsOf } from '../../src/web/calls-of.ts';
import { readPlaces } from '../../src/web/import/read-places.ts';
import { type Place, placesOf, type Question } from '../../src/web/question.ts';
import { en } from '../../src/web/text/en.ts';
import { MIDDLE } from './answers.ts';
import { visit } from './visit.ts';

const RUNS = 2_000;
/** A fixed and a fresh seed. */
const SEEDS = [Date.now() % 1_000_000];
const MARK = { type: 'Point', coordinates: [null, null] };
const square = (lon: number, lat: number) =>
  [[lon, lat], [lon + 0.1, lat], [lon + 0.1, lat + 0.1], [lon, lat + 0.1], [lon, lat]]; // biome-ignore format: one line

const leaf = fc.constantFrom<unknown>(null, '', '11', 'x', true, 11, 57, -0, 181, 1e308, {}, [], { toString: 1, valueOf: 1 }); // biome-ignore format: one line
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });
const degrees = mostly(fc.double({ min: -80, max: 80, noNaN: true }), leaf);
const position = mostly(fc.array(degrees, { minLength: 2, maxLength: 3 }), leaf);
const ring = mostly(
  fc.oneof(
    fc.tuple(fc.integer({ min: 5, max: 8 }), fc.constant(57)).map(([lon, lat]) => square(lon, lat)),
    fc.array(position, { maxLength: 6 }),
  ),
  leaf,
);
const polygon = mostly(fc.array(ring, { maxLength: 3 }), leaf);
const geometry = fc.oneof(
  fc.record({ type: fc.constant('Point'), coordinates: position }),
  fc.record({ type: fc.constant('Polygon'), coordinates: polygon }),
  fc.record({
    type: fc.constant('MultiPolygon'),
    coordinates: mostly(fc.array(polygon, { maxLength: 3 }), leaf),
  }),
  leaf,
);
const feature = fc.record(
  {
    type: fc.constant('Feature'),
    crs: leaf,
    properties: mostly(fc.record({ name: leaf, within_m: leaf }), leaf),
    geometry,
  },
  { requiredKeys: ['type'] },
);
const collection = fc.oneof(
  fc.record({
    type: fc.constant('FeatureCollection'),
    features: mostly(fc.array(feature, { maxLength: 3 }), leaf),
  }),
  fc.record({
    type: fc.constant('GeometryCollection'),
    geometries: mostly(fc.array(geometry, { maxLength: 3 }), leaf),
  }),
);
const geojson = fc
  .oneof(geometry, feature, collection, fc.jsonValue())
  .chain((value) => fc.constantFrom(JSON.stringify(value), JSON.stringify(value).slice(0, -1)));

const number = fc.constantFrom('11.5', '57.25', '600', '60', '1e3', '', '1e999', '7201', '-1', 'NaN', '600,900', '0x10', ' 600'); // biome-ignore format: one line
const parameter = fc.oneof(
  fc.tuple(fc.constantFrom('lon', 'lat', 'time'), number),
  fc.tuple(
    fc.constant('travel'),
    fc.constantFrom('pedestrian', 'motorized', 'car', '', 'pedestrian,motorized', ','),
  ),
  fc.tuple(fc.constant('density'), fc.constantFrom('living', 'working', 'all', '')),
  fc.tuple(fc.constantFrom('zone', 'also'), geojson),
  fc.tuple(fc.constant('also'), fc.constantFrom('11.6,57.6', '11.6', ',', 'x,y,z', '11.6,57.6,Haga')),
  fc.tuple(fc.constantFrom('name', 'details', 'apikey', 'toString'), fc.string({ unit: 'grapheme' })),
);
const fragment = fc
  .tuple(
    fc.constantFrom('/api/v1/livingcount', '/api/v1/workingcount,livingcount', '/api/v1/livingcount,x'),
    fc.array(parameter, { maxLength: 7 }),
    fc.string(),
  )
  .map(([path, parameters, rest]) => `#${path}?${new URLSearchParams(parameters)}${rest}`);

function expectUsable(question: Question): void {
  expect(question.travels.length).toBeGreaterThan(0);
  for (const travel of question.travels) expect(TRAVELS).toContain(travel);
  for (const time of question.times_s)
    for (const travel of question.travels) {
      const call = { lon: '11', lat: '57', travel, time: String(time) };
      expect(parseCountQuery(new URLSearchParams(call)).ok).toBe(true);
    }
  for (const place of placesOf(question)) expectPlace(place);
  expect(() => fragmentOf(question) + rowsOf(question).length).not.toThrow();
}

function expectPlace(place: Place): void {
  expect(place.name).toBeTypeOf('string');
  const positions = place.option === 'isochrone' ? [place.origin] : place.drawing.parts.flat(2);
  expect(positions.length).toBeGreaterThan(0);
  for (const [lon, lat] of positions) {
    expect(Math.abs(lon)).toBeLessThanOrEqual(180);
    expect(Math.abs(lat)).toBeLessThanOrEqual(90);
    expect([lon, lat].every(Number.isFinite)).toBe(true);
  }
}

describe.each(SEEDS)('with the seed %d', (seed) => {
  test('an address is a question that can be shown, or a sentence', () => {
    fc.assert(
      fc.property(fragment, (text) => {
        const found = questionOf(text, en);
        if (found === null) return;
        if ('fault' in found) expect(found.fault).not.toBe('');
        else expectUsable(found);
      }),
      { numRuns: RUNS, seed },
    );
  });

  test('GeoJSON is places, or a sentence', () => {
    fc.assert(
      fc.property(geojson, fc.boolean(), (text, isDrawn) => {
        const found = readPlaces(text, en, isDrawn);
        if ('fault' in found) expect(found.fault).not.toBe('');
        else for (const place of found) expectPlace(place);
      }),
      { numRuns: RUNS, seed },
    );
  });
});

const ZONE = JSON.stringify({ type: 'Polygon', coordinates: [square(11.4, 57.4)] });
test.each([
  [`?zone=${ZONE}&travel=car&time=600`, /travel must be/],
  ['?density=living&travel=walking', /travel must be/],
  [`?zone=${ZONE}&time=soon`, /time must be/],
  [`?zone=${ZONE}&time=99999999`, /time is over the limit/],
  [`?zone=${JSON.stringify(MARK)}`, /neither a polygon nor a point/],
])('the page opens at %s', async (query, said) => {
  const page = await visit({ fragment: `#/api/v1/livingcount${query}` });
  expect(page.text('#answer')).toMatch(said);
  expect(page.map.options.container).toBeDefined();
  await page.click(MIDDLE);
  expect(page.text('#answer')).toMatch(/1,234/);
});

test('a document that is very deep or very long is read to its end', () => {
  const depth = 200_000;
  const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`;
  expect(readPlaces(nested, en)).toEqual({ fault: en.noShapes });
  const long = `{"type":"FeatureCollection","features":[${'null,'.repeat(depth)}null]}`;
  expect(readPlaces(long, en)).toEqual({ fault: en.noShapes });
  const geometries = `${'{"type":"Feature","geometry":'.repeat(depth)}null${'}'.repeat(depth)}`;
  expect(readPlaces(geometries, en)).toEqual({ fault: en.noShapes });
});
