import { getPentagons, gridDiskDistances, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import {
  coordinatesOf,
  forEachNear,
  numberAtCoordinates,
  stepsBetween,
} from '../../tiles-builder/partitions/cell-coordinates.ts';
import {
  numberAtResolution,
  PARTITION_RESOLUTION,
  partitionOf,
} from '../../tiles-builder/partitions/partitions.ts';

test.each([9, 10, 11, 12])('steps between cells of resolution %i are those of h3-js', (resolution) => {
  const random = new Random(resolution);
  const pentagons = new Set(getPentagons(PARTITION_RESOLUTION));
  let outside = 0;
  for (let drawn = 0; drawn < 500; drawn++) {
    const lat = (Math.asin(2 * random.unit() - 1) * 180) / Math.PI;
    const cell = latLngToCell(lat, 360 * random.unit() - 180, resolution);
    const partition = partitionOf(cell);
    if (pentagons.has(partition)) continue;
    const at = coordinatesOf(numberAtResolution(cell, resolution), resolution);
    const inside = new Set<number>();
    for (const [ring, cells] of gridDiskDistances(cell, 3).entries()) {
      for (const near of cells) {
        if (partitionOf(near) !== partition) continue;
        const number = numberAtResolution(near, resolution);
        const there = coordinatesOf(number, resolution);
        expect(stepsBetween(at, there)).toBe(ring);
        expect(numberAtCoordinates(there, resolution)).toBe(number);
        inside.add(number);
      }
    }
    const found: number[] = [];
    forEachNear(numberAtResolution(cell, resolution), resolution, 3, (number) => found.push(number));
    expect(found.sort()).toEqual([...inside].sort());
    if (found.length < 37) outside++;
  }
  expect(outside).toBeGreaterThan(0);
});
