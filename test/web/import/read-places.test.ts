import fc from 'fast-check';
import { expect, test } from 'vitest';
import { polygonText } from '../../../src/clients/javascript/fit-zone.ts';
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import { distanceToLine_m } from '../../../src/geo/douglas-peucker.ts';
import type { Position, Ring } from '../../../src/geo/positions.ts';
import { MAX_QUERY_BYTES, MAX_ZONE_POSITIONS } from '../../../src/limits.ts';
import { parseCountQuery } from '../../../src/request/parse-count-query.ts';
import { readPlaces } from '../../../src/web/import/read-places.ts';
import { closedRings, type Place } from '../../../src/web/question.ts';
import { en } from '../../../src/web/text/en.ts';
import { square } from '../../support/zones/rectangle.ts';

const read = (json: unknown) => readPlaces(JSON.stringify(json), en);
const placesIn = (json: unknown): readonly Place[] => {
  const places = read(json);
  if ('fault' in places) throw new Error(places.fault);
  return places;
};
const zoneOf = (json: unknown) => {
  const [place] = placesIn(json);
  if (place.option !== 'zone') throw new Error('no zone');
  return place;
};
const queriesOf = (place: Place): string[] =>
  (place.option === 'zone' ? place.parts : []).map((part) =>
    String(new URLSearchParams({ zone: polygonText(closedRings(part)), details: 'true' })),
  );

test('places of every kind, with their names', () => {
  const polygon = { type: 'Polygon', coordinates: [square(1, 1, 0.1)] };
  const places = placesIn({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { name: ' Haga ' }, geometry: polygon },
      { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: [2, 3, 40] } },
      { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [[0, 0], [1, 1]] } }, // biome-ignore format: one line
      { type: 'Feature', properties: {}, geometry: { type: 'GeometryCollection', geometries: [polygon] } },
    ],
  });
  expect(places.map(({ name, option }) => [name, option])).toEqual([
    ['Haga', 'zone'],
    ['', 'isochrone'],
    ['', 'zone'],
  ]);
});

test.each([
  [20, 20],
  [0, 0],
  [-5, 0],
  ['20', 20],
  ['Infinity', 0],
  ['about 20', 0],
  [null, 0],
])('a boundary within %j m of another is within %d m', (within_m, expected) => {
  const geometry = { type: 'Polygon', coordinates: [square(1, 1, 0.1)] };
  expect(zoneOf({ type: 'Feature', properties: { within_m }, geometry }).within_m).toBe(expected);
});

test.each([
  ['[', /not JSON/],
  ['null', /neither a polygon nor a point/],
  ['{"type":"Point","coordinates":[500,1]}', /neither/],
  ['{"type":"MultiPolygon","coordinates":[]}', /neither/],
  [
    '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:2154"}},"features":[]}',
    /EPSG:2154/,
  ],
  [
    JSON.stringify({ type: 'Polygon', coordinates: [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]] }), // biome-ignore format: one line
    /crosses/,
  ],
  [JSON.stringify({ type: 'Polygon', coordinates: [square(0, 0, 5)] }), /km²/],
])('%s', (text, fault) => {
  expect(readPlaces(text, en)).toEqual({ fault: expect.stringMatching(fault) });
});

const BIG = square(0, 0, 0.1);
test.each<[string, Ring, number]>([
  ['the same twice', BIG, 1],
  ['one in the other', square(0.02, 0.02, 0.01), 1],
  ['one across the other', square(0.05, 0.05, 0.1), 1.75],
  ['a corner cut along the edge', square(0, 0, 0.05), 1],
  ['side by side along an edge', square(0.1, 0, 0.1), 2],
  ['touching at a corner', square(0.1, 0.1, 0.1), 2],
  ['apart', square(0.3, 0, 0.1), 2],
])('people in two parts are counted once: %s', (_, other, times) => {
  const { parts } = zoneOf({ type: 'MultiPolygon', coordinates: [[BIG], [other]] });
  expect(areaOfZone_m2(parts.map(closedRings)) / areaOfZone_m2([[BIG]])).toBeCloseTo(times, 3);
});

test('an island in a hole of another part stays apart', () => {
  const coordinates = [[BIG, square(0.02, 0.02, 0.05)], [square(0.03, 0.03, 0.01)]];
  expect(zoneOf({ type: 'MultiPolygon', coordinates }).parts.map((rings) => rings.length)).toEqual([2, 1]);
});

test('large boundaries are simplified within the stated distance, and each part is a valid call', () => {
  let served = 0;
  fc.assert(
    fc.property(
      fc.record({
        corners: fc.integer({ min: 501, max: 4_000 }),
        teeth: fc.integer({ min: 3, max: 200 }),
        depth: fc.double({ min: 0, max: 0.2, noNaN: true }),
        lon: fc.integer({ min: -170, max: 170 }),
        lat: fc.integer({ min: -60, max: 60 }),
      }),
      ({ corners, teeth, depth, lon, lat }) => {
        const ring = Array.from({ length: corners }, (_, i): Position => {
          const angle = (2 * Math.PI * i) / corners;
          const radius = 0.1 * (1 + depth * Math.sin(teeth * angle));
          return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
        });
        const boundary = [...ring, ring[0]];
        const geometry = { type: 'Polygon', coordinates: [boundary] };
        const places = read(geometry);
        if ('fault' in places) return;
        const [place] = places;
        const { parts, within_m } = zoneOf(geometry);
        expect(within_m).toBeGreaterThan(0);
        const [shown] = closedRings(parts[0]);
        const looked = boundary.filter((_, i) => i % Math.ceil(corners / 300) === 0);
        const farthest_m = Math.max(
          ...looked.map((corner) =>
            Math.min(...shown.slice(1).map((to, i) => distanceToLine_m(corner, shown[i], to))),
          ),
        );
        expect(farthest_m).toBeLessThanOrEqual(within_m);
        served++;
        for (const query of queriesOf(place)) {
          expect(query.length).toBeLessThanOrEqual(MAX_QUERY_BYTES);
          expect(parseCountQuery(new URLSearchParams(query)).ok).toBe(true);
        }
        expect(shown.length).toBeLessThanOrEqual(MAX_ZONE_POSITIONS);
      },
    ),
    { numRuns: 30, seed: 18 },
  );
  expect(served).toBeGreaterThan(25);
});

test('points have their positions, rounded, and those off the globe are none', () => {
  const at = (...coordinates: number[]) => read({ type: 'Point', coordinates });
  expect(at(-180, 90)).toMatchObject([{ option: 'isochrone', origin: [-180, 90] }]);
  expect(at(11.12345678, -57.5)).toMatchObject([{ origin: [11.123457, -57.5] }]);
  for (const [lon, lat] of [[180.1, 0], [0, 90.1], [0, -91]]) expect(at(lon, lat)).toEqual({ fault: en.noShapes }); // biome-ignore format: one line
});

test('at most as many places and parts as can be asked are accepted', () => {
  const points = (count: number) => ({
    type: 'GeometryCollection',
    geometries: Array.from({ length: count }, (_, i) => ({ type: 'Point', coordinates: [i, 1] })),
  });
  expect(placesIn(points(26))).toHaveLength(26);
  expect(read(points(27))).toEqual({ fault: en.tooManyPlaces(27, 26) });
  const parts = (count: number) => ({
    type: 'MultiPolygon',
    coordinates: Array.from({ length: count }, (_, i) => [square(i, 1, 0.01)]),
  });
  expect(zoneOf(parts(100)).parts).toHaveLength(100);
  expect(read(parts(101))).toEqual({ fault: en.tooManyParts(101, 100) });
});
