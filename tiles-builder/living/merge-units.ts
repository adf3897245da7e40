/** Coarsens a census, to validate its disaggregation: merges units in squares of several times their side, a sample by hash. */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { sortedDistinct } from '../base/numbers/sorted-numbers.ts';
import type { CensusUnit } from '../base/records.ts';
import { PlanarArea, shareInside } from '../geometry/planar-area.ts';
import { gridSquareId, squareOutline } from '../sources/census/grid-square.ts';
import type { UnitTable } from '../sources/census/unit-table.ts';

export interface MergedUnit extends CensusUnit {
  /** `null` for an unlisted grid square. */
  readonly number: number | null;
}

export interface MergedUnits {
  /** Inside the coverage, with unlisted grid squares as empty units. */
  readonly units: readonly MergedUnit[];
  readonly coarserOf: readonly number[];
  readonly coarser: readonly CensusUnit[];
}

const WHOLE = 1 - 1e-6;

/**
 * Squares with two units or more, and people.
 * @param coverage must contain them
 * @param most of the sample, which depends on location alone
 */
export function mergeUnits(units: UnitTable, times: number, coverage: Zone, most: number): MergedUnits {
  const covered = new PlanarArea(coverage);
  const isInside = ({ outline }: CensusUnit): boolean =>
    shareInside(new PlanarArea(outline), covered) >= WHOLE;
  const isOneGrid = units.squareSizes_m().length === 1 && units.square(units.length - 1) !== undefined;
  const members = (isOneGrid ? membersOfSquares(units, times, most) : membersByPlace(units, times, most))
    .map((group) => group.filter(isInside))
    .filter((group) => group.length > 1 && group.some(({ people }) => people > 0));
  return {
    units: members.flat(),
    coarserOf: members.flatMap((group, i) => group.map(() => i)),
    coarser: members.map((group, i) => ({
      id: `merged ${i}`,
      outline: group.flatMap(({ outline }) => outline),
      people: group.reduce((sum, { people }) => sum + people, 0),
    })),
  };
}

function membersOfSquares(units: UnitTable, times: number, most: number): MergedUnit[][] {
  const [size_m] = units.squareSizes_m();
  const places = new Float64Array(units.length);
  for (let unit = 0; unit < units.length; unit++) {
    const { east_m, north_m } = units.square(unit)!;
    places[unit] = placeOf(Math.floor(east_m / (size_m * times)), Math.floor(north_m / (size_m * times)));
  }
  return sampleOf(places, most).map((place) =>
    Array.from({ length: times * times }, (_, i): MergedUnit => {
      const square = {
        projection: units.projection,
        size_m,
        east_m: (columnOf(place) * times + (i % times)) * size_m,
        north_m: (rowOf(place) * times + Math.floor(i / times)) * size_m,
      };
      const number = units.numberOfSquare(square);
      if (number !== null) return { ...units.unit(number), number };
      return { id: gridSquareId(square), outline: [[squareOutline(square)]], people: 0, square, number };
    }),
  );
}

function membersByPlace(units: UnitTable, times: number, most: number): MergedUnit[][] {
  const areas = Array.from({ length: units.length }, (_, unit) => {
    const area = new PlanarArea(units.outline(unit));
    return { box: area.box, degrees2: area.area() };
  });
  const south = areas.reduce((least, { box }) => Math.min(least, box.south), Infinity);
  const metresPerLon = METRES_PER_DEGREE * Math.cos((south * Math.PI) / 180);
  const sides_m = Float64Array.from(areas, ({ degrees2 }) =>
    Math.sqrt(degrees2 * METRES_PER_DEGREE * metresPerLon),
  ).sort();
  const side_m = times * (sides_m[sides_m.length >> 1] || 1);
  const places = Float64Array.from(areas, ({ box: { west, east, south, north } }) =>
    placeOf(
      Math.floor((((west + east) / 2) * metresPerLon) / side_m),
      Math.floor((((south + north) / 2) * METRES_PER_DEGREE) / side_m),
    ),
  );
  const sample = new Set(sampleOf(places, most));
  const members = Map.groupBy(
    [...places.keys()].filter((unit) => sample.has(places[unit])),
    (unit) => places[unit],
  );
  return [...members.values()].map((group) => group.map((number) => ({ ...units.unit(number), number })));
}

const ROW_FACTOR = 2 ** 26;
const OFFSET = 2 ** 25;
const placeOf = (column: number, row: number): number => (row + OFFSET) * ROW_FACTOR + column + OFFSET;
const columnOf = (place: number): number => (place % ROW_FACTOR) - OFFSET;
const rowOf = (place: number): number => Math.floor(place / ROW_FACTOR) - OFFSET;

/** By smallest hashes. */
function sampleOf(places: Float64Array, most: number): number[] {
  const distinct = sortedDistinct(places.slice());
  const hashes = Float64Array.from(distinct, hashOf);
  const largest = hashes.slice().sort()[Math.min(most, hashes.length) - 1];
  return [...distinct].filter((_, i) => hashes[i] <= largest).slice(0, most);
}

/** Finalizer of MurmurHash3 (Austin Appleby, public domain). */
function hashOf(place: number): number {
  let hash = Math.imul(columnOf(place), 0x9e3779b1) ^ Math.imul(rowOf(place), 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
