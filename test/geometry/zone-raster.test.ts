import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { polygon } from '@turf/helpers';
import { expect, test } from 'vitest';
import type { Position, Ring } from '../../src/geo/positions.ts';
import { ZoneRaster } from '../../tiles-builder/geometry/zone-raster.ts';
import { seededRandom } from '../support/roads/random-roads.ts';

function star(vertices: number, [lon, lat]: Position, far: number, random: () => number, near = 0.7): Ring {
  const ring = Array.from({ length: vertices }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / vertices;
    const radius = far * (near + (1 - near) * random());
    return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]];
}

test.each([3, 40, 5_000])(
  'tells inside from outside, with a hole, by a border of %i vertices',
  (vertices) => {
    const random = seededRandom(vertices);
    const rings = [star(vertices, [7, 43], 2, random), star(vertices, [7.1, 43], 0.3, random).toReversed()];
    const raster = new ZoneRaster([rings]);
    const reference = polygon(rings as [number, number][][]);
    for (let i = 0; i < 2_000; i++) {
      const position: Position = [4.5 + 5 * random(), 40.5 + 5 * random()];
      expect(raster.contains(position)).toBe(booleanPointInPolygon([...position], reference));
    }
  },
);

test('a border of 100,000 vertices is asked of a million places in little time', () => {
  const raster = new ZoneRaster([[star(100_000, [7, 43], 2, seededRandom(1), 0.999)]]);
  const started = process.cpuUsage();
  let inside = 0;
  for (let i = 0; i < 1_000_000; i++) {
    if (raster.contains([5 + ((i * 7_919) % 1_000_003) / 250_000, 41 + i / 250_000])) inside++;
  }
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2);
  expect(inside).toBeGreaterThan(300_000);
});
