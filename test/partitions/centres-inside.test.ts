import { cellToLatLng, getPentagons } from 'h3-js';
import { expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { centresInside } from '../../tiles-builder/partitions/centres-inside.ts';
import {
  cellInPartition,
  NUMBERS_IN_PARTITION,
  partitionAt,
} from '../../tiles-builder/partitions/partitions.ts';

const random = new Random(11);

function star(lon: number, lat: number): Zone {
  const corners = Array.from({ length: 40 }, (_, i): [number, number] => {
    const [turn, radius] = [(i / 40) * 2 * Math.PI, random.between(0.02, 0.3)];
    return [lon + radius * Math.cos(turn), lat + radius * Math.sin(turn)];
  });
  return [[[...corners, corners[0]]]];
}

const [pentagonLat, pentagonLon] = cellToLatLng(getPentagons(4)[3]);
test.each([
  ['a town', 48.1, -1.7],
  ['the antimeridian', -16.8, 179.9],
  ['the far north', 78.2, 15.6],
  ['a pentagon', pentagonLat, pentagonLon],
])('are those whose centre it contains, around %s', (_, lat, lon) => {
  const partition = partitionAt(lon, lat);
  const zone = new PlanarArea(star(lon, lat));
  const isInside = centresInside(partition, zone);
  let inside = 0;
  for (let i = 0; i < 20_000; i++) {
    const number = random.integer(0, NUMBERS_IN_PARTITION - 1);
    const cell = cellOrNull(partition, number);
    if (cell === null) continue;
    const expected = zone.contains(centreOf(cell));
    if (expected) inside++;
    if (isInside(number) !== expected) expect([cell, isInside(number)]).toEqual([cell, expected]);
  }
  expect(inside).toBeGreaterThan(500);
});

/** Pentagons lack some numbers. */
function cellOrNull(partition: string, number: number): string | null {
  try {
    return cellInPartition(partition, number);
  } catch {
    return null;
  }
}
