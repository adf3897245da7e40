import { cellToBoundary, cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { countPeople } from '../../src/count/count-people.ts';
import { areaOfZone_m2, perimeterOfZone_m } from '../../src/geo/area.ts';
import { LEAST_DISTANCE, SPACING } from '../../src/geo/grid-lattice.ts';
import type { Polygon, Position, Zone } from '../../src/geo/positions.ts';
import { MAX_CELL_SIDES } from '../../src/limits.ts';
import { readZone } from '../../src/zone/read-zone.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { countDataset } from '../support/datasets/count-dataset.ts';
import { bruteCount, cellsAround, contains } from '../support/zones/brute-count.ts';
import { difficultZone, KINDS } from '../support/zones/difficult-zones.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { faultsOfOutline, zoneContains } from '../support/zones/valid-outline.ts';

const nobody = countDataset({ working: [] });

/** As served, and none. */
const MOST_SIDES = [MAX_CELL_SIDES, 0];

async function gridZoneOf(zone: Zone, maxCellSides: number): Promise<Zone> {
  return (await countPeople('working', zone, nobody.reader(), { maxCellSides })).gridZone!;
}

function polygonOf(...rings: Position[][]): Polygon {
  const read = readZone(JSON.stringify({ type: 'Polygon', coordinates: rings }));
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value;
}

const box = (west: number, south: number, east: number, north: number): Polygon =>
  polygonOf(rectangle(west, south, east, north));

const centreOf = (cell: string): Position => {
  const [lat, lon] = cellToLatLng(cell);
  return [lon, lat];
};

describe('the widest cell of the globe', () => {
  test('is less than 24 m across, the figure that the proof of the 50 m rests on', () => {
    const widest_m = ((2 * SPACING) / Math.sqrt(3) / LEAST_DISTANCE) * 6_371_007.18;
    expect(widest_m).toBeLessThan(24);
    const random = new Random(3);
    for (let i = 0; i < 2_000; i++) {
      const lat = (Math.asin(random.between(-0.999, 0.999)) * 180) / Math.PI;
      const ring = cellToBoundary(latLngToCell(lat, random.between(-180, 180), 12));
      for (const [latA, lonA] of ring) {
        for (const [latB, lonB] of ring) {
          const turn = (((lonA - lonB + 540) % 360) - 180) * Math.cos((lat * Math.PI) / 180);
          expect(Math.hypot(latA - latB, turn) * 111_195).toBeLessThan(widest_m * 1.0001);
        }
      }
    }
  });
});

describe.each(MOST_SIDES)('outlines that follow up to %i sides are valid', (mostSides) => {
  test('around every pentagon', async () => {
    for (const pentagon of getPentagons(12)) {
      const [lon, lat] = centreOf(pentagon);
      const zone = box(lon - 0.0006, lat - 0.0005, lon + 0.0006, lat + 0.0005);
      const outline = await gridZoneOf([zone], mostSides);
      expect(faultsOfOutline(outline)).toEqual([]);
      for (const cell of gridDisk(pentagon, 8)) {
        expect(zoneContains(outline, centreOf(cell))).toBe(contains(zone, centreOf(cell)));
      }
    }
  });

  test('cut at the antimeridian where cells straddle it', async () => {
    let cut = 0;
    for (let lat = -80; lat <= 80; lat += 9.7) {
      for (const [west, east] of [
        [179.99, 180],
        [-180, -179.99],
      ] as const) {
        const zone = box(west, lat, east, lat + 0.001);
        const outline = await gridZoneOf([zone], mostSides);
        expect(faultsOfOutline(outline)).toEqual([]);
        const sides = new Set(outline.flat(2).map(([lon]) => Math.sign(lon)));
        if (sides.size === 2) cut++;
        const share = areaOfZone_m2(outline) / areaOfZone_m2([zone]);
        expect(Math.abs(share - 1)).toBeLessThan(0.2);
      }
    }
    expect(cut).toBeGreaterThan(12);
  });

  test('at and around the poles', async () => {
    for (const side of [-1, 1]) {
      const ring = (lat: number): Position[] =>
        Array.from({ length: 13 }, (_, i): Position => [-180 + 30 * i, side * lat]);
      const cap = polygonOf([
        ...ring(89.9),
        [180, side * 90],
        [0, side * 90],
        [-180, side * 90],
        [-180, side * 89.9],
      ]);
      const capOutline = await gridZoneOf([cap], mostSides);
      expect(faultsOfOutline(capOutline)).toEqual([]);
      expect(areaOfZone_m2(capOutline) / areaOfZone_m2([cap])).toBeCloseTo(1, 2);
      expect(zoneContains(capOutline, [12, side * 89.99995])).toBe(true);
      const wedge = box(20, Math.min(side * 89.9, side * 90), 80, Math.max(side * 89.9, side * 90));
      const wedgeOutline = await gridZoneOf([wedge], mostSides);
      expect(faultsOfOutline(wedgeOutline)).toEqual([]);
      expect(areaOfZone_m2(wedgeOutline) / areaOfZone_m2([wedge])).toBeCloseTo(1, 2);
    }
  });

  test('with thousands of holes and of parts', async () => {
    const slit = polygonOf([...box(2, 48, 2.4, 48.02)[0]], [...box(2.001, 48.01, 2.399, 48.010009)[0]]);
    const outline = await gridZoneOf([slit], mostSides);
    expect(outline[0].length).toBeGreaterThan(50);
    expect(faultsOfOutline(outline)).toEqual([]);
  });
});

test('long chords of an outline pass every cell on its own side, also far north', async () => {
  // Here the parallel is nearly straight on the face, so that chords are long.
  const strip = box(25, 76, 25.2, 76.00025);
  const outline = await gridZoneOf([strip], 0);
  const differing = cellsAround(strip).filter(
    (cell) => zoneContains(outline, centreOf(cell)) !== contains(strip, centreOf(cell)),
  );
  expect(differing).toEqual([]);
});

test('a comb of slivers with a perimeter of 2,000 km takes less than 2 MB of text', async () => {
  const teeth = Array.from({ length: 120 }, (_, tooth) => 6 + 0.003 * tooth);
  const ring = teeth.flatMap((lon): Position[] => [
    [lon, 46],
    [lon + 0.001, 46.0725],
    [lon + 0.001_001, 46.0725],
    [lon + 0.000_001, 46],
  ]);
  const comb = polygonOf([...ring, [6.36, 46], [6.36, 45.999_99], [6, 45.999_99], [6, 46]]);
  expect(perimeterOfZone_m([comb])).toBeGreaterThan(1_900_000);
  const outline = await gridZoneOf([comb], MAX_CELL_SIDES);
  expect(JSON.stringify(outline).length).toBeLessThan(2_000_000);
});

describe.each(MOST_SIDES)('the grid zone of several polygons that follows up to %i sides', (mostSides) => {
  test('is the union of theirs', async () => {
    const random = new Random(9);
    for (let i = 0; i < KINDS.length; i++) {
      const { polygon, kind, place } = difficultZone(random, KINDS[i]);
      const [lon, lat] = polygon[0][0];
      if (Math.abs(lon) > 179.9) continue;
      // None overlaps another.
      const south = Math.min(...polygon[0].map((position) => position[1]));
      const width = 0.0007 / Math.cos((lat * Math.PI) / 180);
      const others = [
        box(lon - width, south - 0.0002, lon + width, south - 0.000_000_1),
        box(lon - width, south - 0.000_206, lon + width, south - 0.000_2),
        box(lon + width + 0.0001, south - 0.0002, lon + width + 0.000_104, south + 0.001),
      ].slice(0, 2);
      const parts = [polygon, ...others];
      const cells = [...new Set(parts.flatMap((part) => cellsAround(part)))];
      const expected = new Set(parts.flatMap((part) => [...bruteCount(part, cells, new Map()).cells]));
      const outline = await gridZoneOf(parts, mostSides);
      expect(faultsOfOutline(outline), `${kind} ${place}`).toEqual([]);
      const differing = cells.filter((cell) => zoneContains(outline, centreOf(cell)) !== expected.has(cell));
      expect(differing, `${kind} ${place}`).toEqual([]);
    }
  });
});
