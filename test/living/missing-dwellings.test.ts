import { expect, test } from 'vitest';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { missingShares } from '../../tiles-builder/living/missing-dwellings.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { footprintsOf } from './footprints-of.ts';

const LAT = 60;
const degrees = (m: number): number => m / METRES_PER_DEGREE;
const at = (east_m: number, north_m: number): [lon: number, lat: number] => [
  10 + 2 * degrees(east_m),
  LAT + degrees(north_m),
];
const house: Zone = [[rectangle(...at(0, 0), ...at(10, 10))]];

/** @param pieces metres from the house, and length */
function missing(
  pieces: readonly (readonly [east_m: number, north_m: number, buildable_m: number])[],
  mayBeHome: number,
  place_m: (piece: number) => number = () => 0,
): number[] {
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
  return [...missingShares(streets, footprints.boxIndex(), Uint8Array.of(mayBeHome), plane)];
}

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
  const zero = { x_m: Float64Array.of(0), y_m: Float64Array.of(0) };
  expect([...missingShares(streets, null, new Uint8Array(), zero)]).toEqual([1]);
});

test('a neighbourhood is some kilometres wide', () => {
  const pieces = [
    [0, 0, 20],
    [500, 0, 20],
  ] as const;
  const missingAt = (distance_m: number): number => missing(pieces, 1, (piece) => piece * distance_m)[1];
  const shares = [0, 500, 1_000, 1_700, 5_000].map(missingAt);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares[0]).toBeCloseTo(0.5, 6);
  const weight = Math.exp(-1 / 2);
  expect(shares[2]).toBeCloseTo(1 - weight / (1 + weight), 2);
  expect(shares[4]).toBe(1);
});

test('a street that counts for nothing lacks all', () => {
  expect(missing([[500, 0, 0]], 1)).toEqual([1]);
});
