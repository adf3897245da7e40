import { describe, expect, test } from 'vitest';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import type { CutUnit } from '../../tiles-builder/living/intersect-homes.ts';
import { peopleOfUnits } from '../../tiles-builder/living/people-of-units.ts';
import { MOST_PEOPLE_A_CELL, STATUS, statusOf } from '../../tiles-builder/living/unit-status.ts';
import { addSums, zeroCapacity } from '../../tiles-builder/living/unit-sums.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { square } from '../support/zones/rectangle.ts';

const HECTARE = square(0, 0, 100 / METRES_PER_DEGREE);
const M2 = 10_000;

interface Unit {
  readonly people: number;
  readonly isCounted?: boolean;
  readonly expected?: number;
  readonly inside?: number;
  readonly footprint_m2?: number;
  readonly cut?: CutUnit;
}

function counted({ people, isCounted = true, expected = 0, inside = 0, footprint_m2 = 0, cut }: Unit) {
  const sums = {
    expected: Float64Array.of(expected),
    inside: Float64Array.of(inside),
    footprint_cm2: Float64Array.of(footprint_m2 * M2),
  };
  const units = UnitTable.of([{ id: 'village', people, outline: [[HECTARE]] }]);
  const cuts = new Map(cut ? [[0, cut]] : []);
  const found = peopleOfUnits(units, Uint8Array.of(isCounted ? 1 : 0), sums, cuts);
  return [found.inside[0], found.housed[0]];
}

describe('thousandths of a person who are counted, and who are in homes', () => {
  test.each<[string, Unit, [number, number]]>([
    [
      'all of a unit inside',
      { people: 12.3456, expected: 5, inside: 5, footprint_m2: 900 },
      [12_346, 12_346],
    ],
    ['nobody of one that does not count', { people: 12, isCounted: false, expected: 5, inside: 5, footprint_m2: 900 }, [0, 0]], // biome-ignore format: a line
    ['those without a home are counted all the same', { people: 12 }, [12_000, 0]],
    ['a cut unit by its dwellings inside', { people: 12, expected: 8, inside: 2, footprint_m2: 900, cut: { inside: 0.9, known: 1 } }, [3_000, 3_000]], // biome-ignore format: a line
    ['and where less than a person is expected', { people: 12, expected: 0.8, inside: 0.2, footprint_m2: 900, cut: { inside: 0.9, known: 1 } }, [3_000, 3_000]], // biome-ignore format: a line
    ['and by where buildings are known', { people: 12, expected: 8, inside: 2, footprint_m2: 900, cut: { inside: 0.9, known: 0.5 } }, [1_500, 1_500]], // biome-ignore format: a line
    [
      'a cut unit without dwellings by its area',
      { people: 12, cut: { inside: 0.25, known: 0.5 } },
      [3_000, 0],
    ],
    ['less than rounding is nothing', { people: 1e8, cut: { inside: 9e-10, known: 1 } }, [0, 0]],
    ['all but rounding is all', { people: 1e8, cut: { inside: 1 - 9e-10, known: 1 } }, [1e11, 0]],
    ['a little is a little', { people: 1e6, cut: { inside: 1e-4, known: 1 } }, [1e5, 0]],
  ])('%s', (_, unit, expected) => expect(counted(unit)).toEqual(expected));

  test.each([
    // Ten floors hold 0.3 people a square metre of footprint, four 0.1.
    [9.9, 500, 0.99],
    [10.1, 500, 500],
    [5.0067, 7, 0.501],
    [5, 1.6, 0.5],
    [5, 1.4, 1.4],
    [0, 7, 7],
  ])('%d m² of homes on a hectare of %d people hold %d', (footprint_m2, people, held) => {
    const [, housed] = counted({ people, expected: 1, inside: 1, footprint_m2 });
    expect(housed / 1_000).toBeCloseTo(held, 3);
  });
});

test.each([
  // Homes in m², other cells, known share of the unit, people.
  [100, 0, 1, 3, 'placed'],
  [0, 0, 0, 3, 'beyond'],
  [500, 9, 0, 3, 'beyond'],
  [0, 0, 0.49, 3, 'beyond'],
  [10, 0, 0.49, 3, 'placed'],
  [0, 0, 0.49, 0, 'placed'],
  [0, 0, 0.5, 3, 'contradicted'],
  [0, 2, 1, 2 * MOST_PEOPLE_A_CELL, 'placed'],
  [0, 2, 1, 2 * MOST_PEOPLE_A_CELL + 1, 'contradicted'],
  [0, 0, 1, 0, 'placed'],
] as const)(
  'a unit with %d m² of homes, %d cells, %d of it known and %d people is %s',
  (homes_m2, places, knownShare, people, status) => {
    const sums = zeroCapacity(2);
    const units = Uint32Array.of(1);
    const half = { ...zeroCapacity(1), homes_cm2: Float64Array.of((homes_m2 * M2) / 2) };
    const rest = { ...half, places: Float64Array.of(places), knownShare: Float64Array.of(knownShare) };
    addSums(sums, { units, sums: half });
    addSums(sums, { units, sums: rest });
    expect(statusOf(sums, 1, people, () => new PlanarArea([[HECTARE]]))).toBe(STATUS[status]);
  },
);
