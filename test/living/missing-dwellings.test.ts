import { expect, test } from 'vitest';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { type MissingHomes, missingHomes } from '../../tiles-builder/living/missing-dwellings.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { footprintsOf } from './footprints-of.ts';

const LAT = 60;
const degrees = (m: number): number => m / METRES_PER_DEGREE;
const at = (east_m: number, north_m: number): [lon: number, lat: number] => [
  10 + 2 * degrees(east_m),
  LAT + degrees(north_m),
];
const ORIGIN = { x_m: Float64Array.of(0), y_m: Float64Array.of(0) };
const house: Zone = [[rectangle(...at(0, 0), ...at(10, 10))]];

/** @param pieces metres from the house, and length */
function missingAlong(
  pieces: readonly (readonly [east_m: number, north_m: number, buildable_m: number])[],
  mayBeHome: number,
  place_m: (piece: number) => number = () => 0,
  usable_m2 = 100,
): MissingHomes {
  const footprints = footprintsOf(house);
  const places = pieces.map(([east_m, north_m]) => at(east_m, north_m));
  const streets = {
    count: pieces.length,
    lon: Float64Array.from(places, ([lon]) => lon),
    lat: Float64Array.from(places, ([, lat]) => lat),
    buildable_m: Float64Array.from(pieces, ([, , buildable_m]) => buildable_m),
  };
  const x_m = Float64Array.from(pieces.keys(), place_m);
  const plane = { x_m, y_m: x_m.map(() => 0) };
  const homes = { usable_m2: Float64Array.of(usable_m2), mayBeHome: Uint8Array.of(mayBeHome), ...ORIGIN };
  return missingHomes(streets, footprints.boxIndex(), homes, plane);
}

const missing = (...along: Parameters<typeof missingAlong>): number[] => [...missingAlong(...along).share];

test('a piece no more than 40 m from the box of a home lacks nothing, and the others as much as pieces around do', () => {
  const pieces = [
    [-39, 5, 20],
    [5, -39, 20],
    [49, 5, 20],
    [5, 49, 20],
    [-41, 5, 10],
    [5, -41, 10],
    [51, 5, 10],
    [5, 51, 10],
  ] as const;
  const shares = missing(pieces, 1);
  expect(shares.slice(0, 4)).toEqual([0, 0, 0, 0]);
  for (const share of shares.slice(4)) expect(share).toBeCloseTo(1 / 3, 6);
});

test('what is no home fills no street, and where there is no home all is missing', () => {
  const pieces = [
    [0, 0, 20],
    [500, 0, 20],
  ] as const;
  expect(missing(pieces, 0)).toEqual([1, 1]);
  const streets = { count: 1, lon: Float64Array.of(10), lat: Float64Array.of(LAT), buildable_m: Float64Array.of(20) }; // biome-ignore format: a line
  const none = {
    ...{ x_m: new Float64Array(), y_m: new Float64Array() },
    usable_m2: new Float64Array(),
    mayBeHome: new Uint8Array(),
  };
  const { share, homesAlong } = missingHomes(streets, null, none, ORIGIN);
  expect([...share, ...homesAlong]).toEqual([1, 0]);
});

test('missing homes are as large along a street as mapped ones around, or as houses where hardly any are mapped', () => {
  const along = (buildable_m: number, usable_m2: number, distance_m = 0, mayBeHome = 1): number =>
    missingAlong(
      [
        [0, 0, buildable_m],
        [500, 0, 20],
      ],
      mayBeHome,
      (piece) => piece * distance_m,
      usable_m2,
    ).homesAlong[1]!;
  // House of 110 m² every 11 m.
  expect(along(1_100, 11_000)).toBeCloseTo(0, 6);
  expect(along(1e7, 4e8)).toBeCloseTo(Math.log(4), 2);
  expect(along(1e7, 5e7)).toBeCloseTo(Math.log(1 / 2), 2);
  const few = [0, 1_000, 5_000].map((distance_m) => along(1e4, 4e5, distance_m));
  expect(few).toEqual(few.toSorted((a, b) => b - a));
  expect(few[0]).toBeGreaterThan(0.1);
  expect(few[0]).toBeLessThan(0.75 * Math.log(4));
  expect(few[2]).toBe(0);
  expect(along(1e7, 4e8, 0, 0)).toBe(0);
});
