import { describe, expect, test } from 'vitest';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { localPlane } from '../../../tiles-builder/simulate/local-plane.ts';
import { refuseOverlaps } from '../../../tiles-builder/sources/census/refuse-overlaps.ts';
import { type AddedUnit, UnitTable } from '../../../tiles-builder/sources/census/unit-table.ts';
import { rectanglesOn } from '../../support/zones/rectangle.ts';

const plane = localPlane([10, 50]);
const rectangle = rectanglesOn(plane);
const unit = (id: string, people: number, ...outline: Zone): AddedUnit => ({ id, people, outline });
const refusal =
  (...units: readonly AddedUnit[]) =>
  () =>
    refuseOverlaps('census.geojson', UnitTable.of(units));

test('a commune that is drawn without a hole for its centre is named with people, area and the command that mends it', () => {
  const commune = unit('commune', 500, [rectangle(0, 0, 3_000, 3_000)]);
  expect(refusal(commune, unit('centre', 700, [rectangle(1_000, 1_000, 500, 500)]))).toThrow(
    expect.objectContaining({
      message:
        'census.geojson: units overlap, so that their people would be counted twice: commune (500 people) and centre (700) share 0.2 km²',
      advice: expect.stringContaining('mapshaper FILE -clean'),
    }),
  );
});

test('of many pairs those that share most are named', () => {
  const units = Array.from({ length: 5 }, (_, i) => [
    unit(`west ${i}`, 1, [rectangle(0, 2_000 * i, 1_000 + 10 * i, 1_000)]),
    unit(`east ${i}`, 2, [rectangle(990, 2_000 * i, 1_000, 1_000)]),
  ]).flat();
  expect(refusal(...units)).toThrow(/twice: west 4 .* and east 4 .*; west 3 .*; west 2 .*; and 2 more pairs/);
});

test.each([
  ['from another first vertex', (ring: Position[]) => [...ring.slice(2), ring[1], ring[2]].toReversed()],
  ['shifted by a millimetre', () => rectangle(0.001, 0, 500, 500)],
])('a polygon that is listed twice is refused: %s', (_, again) => {
  const ring = rectangle(0, 0, 500, 500);
  expect(refusal(unit('a', 9, [ring]), unit('b', 9, [again([...ring])]))).toThrow(
    /[ab] \(9 people\) and [ab] \(9\) share 0\.2 km²|share 0\.3 km²/,
  );
});

test('parts of a unit that overlap are refused', () => {
  const parts: Zone = [[rectangle(0, 0, 500, 500)], [rectangle(250, 0, 500, 500)]];
  expect(refusal(unit('a', 9, ...parts))).toThrow(/parts of a share 0\.1 km²/);
});

describe('borders that are digitised loosely are accepted', () => {
  test.each([-4, -1, -0.02, 0, 0.02, 1, 4])('%d m over or apart', (over_m) => {
    const west = unit('west', 500, [rectangle(0, 0, 1_000 + over_m, 10_000)]);
    expect(refusal(west, unit('east', 700, [rectangle(1_000, 0, 1_000, 10_000)]))).not.toThrow();
  });

  test('but not where they hide a wide overlap of the same two units', () => {
    const bulge: Zone = [[rectangle(0, 0, 1_000, 10_000)], [rectangle(1_000, 2_000, 60, 60)]];
    const east = unit('east', 2, [rectangle(999.5, 0, 1_000, 10_000)]);
    expect(refusal(unit('west', 1, ...bulge), east)).toThrow(/share 3,\d\d\d m²/);
  });
});
