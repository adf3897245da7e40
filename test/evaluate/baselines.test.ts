import { expect, test } from 'vitest';
import type { Ring } from '../../src/geo/positions.ts';
import type { Building, Tags } from '../../tiles-builder/base/records.ts';
import { baselineCounts, builtUpSquares } from '../../tiles-builder/evaluate/baselines.ts';
import type { ComparedUnit } from '../../tiles-builder/evaluate/truth-squares.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { rectanglesOn } from '../support/zones/rectangle.ts';

const plane = localPlane([10, 0.1]);

const rectangle = rectanglesOn(plane);

const building = (ring: Ring, tags: Tags): Building => ({ id: 'b', footprint: [[ring]], tags });

function unitOf(people: number): ComparedUnit {
  const squares = [0, 500, 1000, 1500].map((west_m, i) => {
    const zone = [[rectangle(west_m, 0, 500, 500)]];
    return { id: `${i}`, zone, outline: new PlanarArea(zone), people: 0 };
  });
  return { unit: { id: 'u', outline: [[rectangle(0, 0, 2000, 500)]], people }, squares };
}

const baselinesOf = (unit: ComparedUnit, buildings: readonly Building[]) =>
  baselineCounts([unit], builtUpSquares(unit.squares, buildings));

test('the baselines share a unit by footprints and by homes with their levels', () => {
  const buildings = [
    building(rectangle(100, 100, 10, 10), { building: 'house' }),
    building(rectangle(600, 100, 20, 10), { building: 'apartments' }),
    building(rectangle(1100, 100, 10, 10), { building: 'house', 'building:levels': '2' }),
    building(rectangle(1600, 100, 10, 10), { building: 'residential' }),
    building(rectangle(1600, 200, 4, 5), { building: 'yes' }),
    building(rectangle(1600, 300, 80, 40), { building: 'yes' }),
    building(rectangle(100, 300, 30, 10), { building: 'yes', shop: 'bakery' }),
    building(rectangle(100, 400, 30, 10), { building: 'school' }),
  ];
  const { footprint, simple } = baselinesOf(unitOf(1000), buildings);
  const areas_m2 = [100 + 300 + 300, 200, 100, 100 + 20 + 3200];
  for (const [i, area_m2] of areas_m2.entries()) expect(footprint[i]).toBeCloseTo((area_m2 * 1000) / 4320, 0);
  const weights = [100, 600, 200, 150];
  for (const [i, weight] of weights.entries()) expect(simple[i]).toBeCloseTo((weight * 1000) / 1050, 0);
});

test('a unit without any weight is shared evenly', () => {
  const { footprint, simple } = baselinesOf(unitOf(8), [
    building(rectangle(100, 100, 60, 60), { building: 'yes' }),
  ]);
  expect(footprint).toEqual([8, 0, 0, 0]);
  expect(simple).toEqual([2, 2, 2, 2]);
});
