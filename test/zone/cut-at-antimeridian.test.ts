import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { cutAtAntimeridian } from '../../src/zone/cut-at-antimeridian.ts';

/** Square degrees, counterclockwise; of an open ring. */
const areaOf = (ring: readonly Position[]): number =>
  ring.reduce((sum, [lon, lat], i) => {
    const [nextLon, nextLat] = ring[(i + 1) % ring.length];
    return sum + (lon * nextLat - nextLon * lat) / 2;
  }, 0);

const widthOf = (ring: readonly Position[]): number => {
  const lons = ring.map(([lon]) => lon);
  return Math.max(...lons) - Math.min(...lons);
};

test('rings without a step of more than 180 degrees are left as they are, however wide they are', () => {
  const rings: Position[][] = [
    [
      [-100, 0],
      [0, -10],
      [100, 0],
      [0, 10],
    ],
  ];
  expect(cutAtAntimeridian(rings)).toBe(rings);
});

test('a ring that changes sides at each of its corners is cut into pieces that keep its area', () => {
  const arrow: Position[] = [
    [179, -1],
    [-179, 0],
    [179, 1],
    [-179.5, 0],
  ];
  const pieces = cutAtAntimeridian([arrow]);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(widthOf(piece)).toBeLessThanOrEqual(1.5);
  expect(pieces.reduce((sum, piece) => sum + areaOf(piece), 0)).toBeCloseTo(0.5, 4);
});

test('parts that cross the meridian less than a decimal apart do not touch there', () => {
  const band = (south: number, north: number): Position[] => [
    [179.9, south],
    [-179.9, south],
    [-179.9, north],
    [179.9, north],
  ];
  const bands = [band(78, 78.0000001), band(78.0000002, 78.0000003), band(78.0000004, 78.5)];
  const rings = cutAtAntimeridian(bands);
  for (const side of [-180, 180]) {
    const lats = rings.flat().flatMap(([lon, lat]) => (lon === side ? [lat.toFixed(6)] : []));
    expect(lats).toHaveLength(6);
    expect(new Set(lats).size).toBe(6);
  }
});
