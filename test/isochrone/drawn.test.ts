import { describe, expect, test } from 'vitest';
import type { Travel } from '../../src/format/tile-sets.ts';
import type { Position } from '../../src/geo/positions.ts';
import { computeIsochrone, type Isochrone } from '../../src/isochrone/compute-isochrone.ts';
import { NOWHERE } from '../../tiles-builder/sources/features.ts';
import { alone } from '../support/roads/alone.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';
import { faultsOfOutline, zoneContains } from '../support/zones/valid-outline.ts';
import { type Drawing, type DrawnRoads, drawRoads } from './drawn-roads.ts';

async function isochrone(
  roads: DrawnRoads,
  origin: Position,
  time_s: number,
  travel: Travel = 'motorized',
): Promise<Isochrone> {
  const result = await computeIsochrone({ origin, travel, time_s }, alone(roads.tiles));
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  expect(faultsOfOutline(result.value.zone)).toEqual([]);
  return result.value;
}

const draw = (picture: string, drawing: Drawing = {}): DrawnRoads => drawRoads(picture, drawing);

describe('the area', () => {
  test('is where a street point is reached with enough time left to walk', async () => {
    const roads = draw('A----------------------B');
    // 150 m of walk are left up to 108 s before the end: only near the origin.
    const { zone } = await isochrone(roads, roads.node('A'), 120);
    expect(zoneContains(zone, roads.place(1, 1.35))).toBe(true);
    expect(zoneContains(zone, roads.place(1, 1.65))).toBe(false);
    expect(zoneContains(zone, roads.place(-1.35, 0))).toBe(true);
    expect(zoneContains(zone, roads.place(-1.65, 0))).toBe(false);
    // At 840 m 36 s are left: 50 m of walk.
    expect(zoneContains(zone, roads.place(8.4, 0.38))).toBe(true);
    expect(zoneContains(zone, roads.place(8.4, 0.64))).toBe(false);
    expect(zoneContains(zone, roads.place(11.8, 0))).toBe(true);
    expect(zoneContains(zone, roads.place(12.4, 0))).toBe(false);
  });

  test('is a disc of what can be walked around an origin on foot', async () => {
    const roads = draw('A----------B', { street_ms: 72_000 });
    const { zone } = await isochrone(roads, roads.node('A'), 60, 'pedestrian');
    for (const [east, south] of [
      [0, 1],
      [0, -1],
      [-1, 0],
      [1, 0],
      [-0.7, 0.7],
    ]) {
      expect(zoneContains(zone, roads.place(0.75 * east, 0.75 * south))).toBe(true);
      expect(zoneContains(zone, roads.place(0.95 * east, 0.95 * south))).toBe(false);
    }
  });

  test('shows the last metres of a street that are reached', async () => {
    const roads = draw('A----------------------B');
    const { zone } = await isochrone(roads, roads.place(11, 0), 100);
    for (const reached of [1.2, 5, 9.5, 15, 20.8])
      expect(zoneContains(zone, roads.place(reached, 0))).toBe(true);
    for (const beyond of [0.6, 21.4]) expect(zoneContains(zone, roads.place(beyond, 0))).toBe(false);
  });

  test.each([60, 61, 63, 66, 70])(
    'ends on the street of the origin where %i s end, on both sides',
    async (time_s) => {
      const roads = draw(`A${'-'.repeat(29)}B`);
      const { zone } = await isochrone(roads, roads.place(15, 0), time_s);
      const lons = zone[0][0].map(([lon]) => lon);
      const metresPerLon = ((roads.place(30, 0)[0] - roads.place(0, 0)[0]) / 3_000) ** -1;
      const reaches_m = [Math.min(...lons), Math.max(...lons)].map(
        (lon) => Math.abs(lon - roads.place(15, 0)[0]) * metresPerLon,
      );
      // Shortest walk drawn, some 30 m.
      for (const reach_m of reaches_m) expect(Math.abs(reach_m - 10 * time_s - 32)).toBeLessThan(7);
    },
  );

  test('has no area next to a road without frontage, and continues beyond it', async () => {
    const roads = draw('A--B====================C--D', { fast_ms: 2_000 });
    const { zone } = await isochrone(roads, roads.node('A'), 300);
    expect(zone.length).toBe(2);
    expect(zoneContains(zone, roads.place(1, 0.5))).toBe(true);
    expect(zoneContains(zone, roads.place(26, 0.5))).toBe(true);
    for (let column = 5; column <= 22; column++)
      expect(zoneContains(zone, roads.place(column, 0))).toBe(false);
  });

  test('does not enter a one-way street against its direction', async () => {
    const roads = draw('A----B----<----C');
    const { zone } = await isochrone(roads, roads.node('A'), 600);
    expect(zoneContains(zone, roads.place(4.5, 0))).toBe(true);
    expect(zoneContains(zone, roads.place(7, 0))).toBe(false);
  });

  test('has a hole where a block is wider than the walk from its streets', async () => {
    const block = draw(`
A-----B
|     |
|     |
|     |
|     |
|     |
C-----D`);
    const { zone } = await isochrone(block, block.node('A'), 600);
    expect(zone.length).toBe(1);
    expect(zone[0].length).toBe(2);
    expect(zoneContains(zone, block.place(3, 3))).toBe(false);
    expect(zoneContains(zone, block.place(3, 1.7))).toBe(false);
    expect(zoneContains(zone, block.place(3, 1.3))).toBe(true);
  });

  test('of a longer time contains that of a shorter one', async () => {
    const roads = draw('A----------------------B');
    for (const [travel, shorter_s, longer_s] of [
      ['pedestrian', 60, 61],
      ['pedestrian', 60, 120],
      ['motorized', 100, 130],
    ] as const) {
      const shorter = await isochrone(roads, roads.place(9, 0), shorter_s, travel);
      const longer = await isochrone(roads, roads.place(9, 0), longer_s, travel);
      const [lonCentre, latCentre] = roads.place(9, 0);
      for (const [lon, lat] of shorter.zone.flat(2)) {
        // By a little more than the simplification's tolerance.
        const inwards: Position = [lon + (lonCentre - lon) * 0.12, lat + (latCentre - lat) * 0.12];
        expect(zoneContains(longer.zone, inwards)).toBe(true);
      }
    }
  });
});

describe('a river along a street', () => {
  const picture = 'A----------B';
  const step_m = { street_ms: 72_000 };
  const dry = draw(picture, step_m);
  const banks = [
    dry.place(-3, 0.5),
    dry.place(13, 0.5),
    dry.place(13, 0.7),
    dry.place(-3, 0.7),
    dry.place(-3, 0.5),
  ];
  const [barrierLon, barrierLat] = [0, 1].map((axis) =>
    Int32Array.from([...banks.map((position) => Math.round(position[axis] * 1e7)), NOWHERE]),
  );
  const tiles = new RoadTilesInMemory({ ...dry.graph, barrierLon, barrierLat });
  const byRiver = { ...dry, tiles };

  test('ends walks at its near bank, and nowhere else', async () => {
    for (const [roads, isDry] of [
      [dry, true],
      [byRiver, false],
    ] as const) {
      const { zone } = await isochrone(roads, roads.node('A'), 600, 'pedestrian');
      expect(zoneContains(zone, roads.place(3, 0.42))).toBe(true);
      expect(zoneContains(zone, roads.place(3, 0.58))).toBe(isDry);
      expect(zoneContains(zone, roads.place(3, 0.85))).toBe(isDry);
      expect(zoneContains(zone, roads.place(3, -0.9))).toBe(true);
    }
  });

  test('ends no drive', async () => {
    const { zone } = await isochrone(byRiver, byRiver.node('A'), 600);
    expect(zoneContains(zone, byRiver.place(3, 0.85))).toBe(true);
  });
});

describe('the edge of the data', () => {
  const roads = draw('A----B', { exits: 'B' });

  test('cuts an isochrone that gets there with time left', async () => {
    expect((await isochrone(roads, roads.node('A'), 60)).cut).toBe(true);
  });

  test('does not cut one that ends before it or just there', async () => {
    expect((await isochrone(draw('A-----B', { exits: 'B' }), roads.node('A'), 60)).cut).toBe(false);
    expect((await isochrone(draw('A------B', { exits: 'B' }), roads.node('A'), 60)).cut).toBe(false);
  });
});

describe('the origin', () => {
  test('is the nearest point of a street with frontage', async () => {
    const roads = draw(`
A=========B
|         |
|         |
|         |
C---------D`);
    const result = await isochrone(roads, roads.place(5, 1), 60);
    const [lon, lat] = roads.place(5, 4);
    expect(result.origin[0]).toBeCloseTo(lon, 5);
    expect(result.origin[1]).toBeCloseTo(lat, 5);
    expect(result.originDistance_m).toBeCloseTo(300, 0);
  });

  test('may be 500 m off and no more', async () => {
    const roads = draw('A---------B');
    const near = await computeIsochrone(
      { origin: roads.place(4, 4.99), travel: 'motorized', time_s: 60 },
      alone(roads.tiles),
    );
    expect(near.ok).toBe(true);
    const far = await computeIsochrone(
      { origin: roads.place(4, 5.01), travel: 'motorized', time_s: 60 },
      alone(roads.tiles),
    );
    expect(far).toMatchObject({ ok: false, failure: { kind: 'cannot-serve' } });
    expect(JSON.stringify(far)).toMatch(/lon.*lat.*500 m/);
  });

  test('is not found where there are no roads at all, or no world', async () => {
    const roads = draw('A---------B');
    for (const origin of [
      [0, 90],
      [180, 0],
      [-180, -90],
      [12, 34],
    ] as const) {
      const result = await computeIsochrone({ origin, travel: 'pedestrian', time_s: 60 }, alone(roads.tiles));
      expect(result.ok).toBe(false);
    }
  });
});
