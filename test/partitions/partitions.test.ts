import { cellToLatLng, getPentagons } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { cellAt, centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import {
  boxAroundPartition,
  cellInPartition,
  HALO_M,
  numberInPartition,
  PARTITION_RESOLUTION,
  partitionAt,
  partitionOf,
  partitionsNear,
  partitionsNearBox,
} from '../../tiles-builder/partitions/partitions.ts';

const SEEDS = [Date.now() % 1e9];
const PENTAGONS = getPentagons(PARTITION_RESOLUTION).map((cell) => cellToLatLng(cell));
const EARTH_M = 6_371_008.8;
type Place = [lon: number, lat: number];

/** Along a great circle. */
function moved([lon, lat]: Place, distance_m: number, bearing: number): Place {
  const [phi, angle] = [(lat * Math.PI) / 180, distance_m / EARTH_M];
  const north = Math.asin(
    Math.min(
      1,
      Math.max(-1, Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing)),
    ),
  );
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * Math.sin(north),
  );
  const to = lon + (east * 180) / Math.PI;
  return [to - 360 * Math.round(to / 360), (north * 180) / Math.PI];
}

function awkwardPlace(random: Random): Place {
  const kind = random.integer(0, 3);
  if (kind === 0) return [random.between(-180, 180), (Math.asin(random.between(-1, 1)) * 180) / Math.PI];
  if (kind === 1) {
    const [lat, lon] = PENTAGONS[random.integer(0, PENTAGONS.length - 1)];
    return moved([lon, lat], random.between(0, 60_000), random.between(0, 7));
  }
  if (kind === 2) return [random.between(-180, 180), random.between(89, 90) * (random.unit() < 0.5 ? -1 : 1)];
  return [random.between(179.9, 180) * (random.unit() < 0.5 ? -1 : 1), random.between(-80, 80)];
}

const movedAnywhere = (random: Random, place: Place, most_m: number): Place =>
  moved(place, random.unit() < 0.5 ? most_m : random.between(0, most_m), random.between(0, 7));

describe.each(SEEDS)('partitions (seed %i)', (seed) => {
  const random = new Random(seed);

  test('own each cell of the standard grid whole, by a number', () => {
    for (let i = 0; i < 2_000; i++) {
      const [lon, lat] = awkwardPlace(random);
      const cell = cellAt([lon, lat]);
      const partition = partitionAt(lon, lat);
      expect(partition).toBe(partitionOf(cell));
      expect(partitionAt(...centreOf(cell))).toBe(partition);
      const number = numberInPartition(cell);
      expect(number).toBeLessThan(7 ** (GRID_RESOLUTION - PARTITION_RESOLUTION));
      expect(cellInPartition(partition, number)).toBe(cell);
    }
    const [pentagon] = getPentagons(PARTITION_RESOLUTION);
    expect(() => cellInPartition(partitionAt(2, 48), 7 ** (GRID_RESOLUTION - PARTITION_RESOLUTION))).toThrow(
      RangeError,
    );
    expect(() => cellInPartition(pentagon, 7 ** (GRID_RESOLUTION - PARTITION_RESOLUTION - 1))).toThrow(
      RangeError,
    );
  });

  test('near a position are all within the halo', () => {
    for (let i = 0; i < 1_000; i++) {
      const place = awkwardPlace(random);
      const near = partitionsNear(...place);
      expect(near).toContain(partitionAt(...place));
      expect(near).toContain(partitionAt(...movedAnywhere(random, place, HALO_M)));
      expect(near).toEqual([...near].sort());
    }
  });

  test('near a box are all within the halo of any position in it', () => {
    for (let i = 0; i < 300; i++) {
      const [west, south] = awkwardPlace(random);
      const north = Math.min(90, south + random.between(0, 0.3) * random.integer(0, 1));
      const east = Math.min(180, west + random.between(0, 0.3) * random.integer(0, 1));
      const near = partitionsNearBox({ west, south, east, north });
      for (let j = 0; j < 30; j++) {
        const inside: Place = [random.between(west, east), random.between(south, north)];
        expect(near).toContain(partitionAt(...movedAnywhere(random, inside, HALO_M)));
      }
    }
  });

  test('lie with their halo in the box around them', () => {
    for (let i = 0; i < 2_000; i++) {
      const place = awkwardPlace(random);
      const { west, south, east, north } = boxAroundPartition(partitionAt(...place));
      const [lon, lat] = movedAnywhere(random, place, HALO_M);
      expect(lat).toBeGreaterThanOrEqual(south);
      expect(lat).toBeLessThanOrEqual(north);
      const beside = lon + 360 * Math.round((west + east) / 720 - lon / 360);
      expect(beside).toBeGreaterThanOrEqual(west);
      expect(beside).toBeLessThanOrEqual(east);
    }
  });
});
