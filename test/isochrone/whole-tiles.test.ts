import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import type { Position } from '../../src/geo/positions.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { areaOf, filledHole_m2 } from '../../src/isochrone/compute-isochrone.ts';
import { pixelsAroundWorld } from '../../src/isochrone/pixel-grid.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { randomRoads, seededRandom } from '../support/roads/random-roads.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';

const RUNS = Number(process.env.WHOLE_TILE_RUNS ?? 10);
const CENTRES: readonly Position[] = [
  [-1.68, 48.11],
  [25.5, 70.9],
  [-70.9, -53.2],
];

describe('whole tiles at once', () => {
  test('give the same area as their roads one by one', async () => {
    let taken = 0;
    const question = fc.record({
      seed: fc.nat(),
      centre: fc.constantFrom(...CENTRES),
      width_m: fc.integer({ min: 3_000, max: 30_000 }),
      travel: fc.constantFrom(...TRAVELS),
      time_s: fc.constantFrom(900, 1_800, 3_600),
    });
    await fc.assert(
      fc.asyncProperty(question, async ({ seed: graphSeed, centre, width_m, travel, time_s }) => {
        const random = seededRandom(graphSeed);
        const graph = randomRoads(random, 150, centre, width_m);
        const tiles = new RoadTilesInMemory(graph);
        const scale = { travel, pixels: pixelsAroundWorld(travel, time_s) };
        for (let origin = 0; origin < 4; origin++) {
          const point = Math.floor(random() * graph.pointLon.length);
          const place: Position = [graph.pointLon[point] / 1e7, graph.pointLat[point] / 1e7];
          const snapped = await snapOrigin(place, travel, tiles);
          if (!snapped.ok) continue;
          const whole = await searchBounded(snapped.value, time_s * 1_000, travel, tiles, {
            maskPixels: scale.pixels,
          });
          const each = await searchBounded(snapped.value, time_s * 1_000, travel, tiles);
          expect(each.wholeTiles).toEqual([]);
          taken += whole.wholeTiles.length;
          const filled_m2 = filledHole_m2(travel, time_s);
          expect(areaOf([whole], scale, filled_m2)).toEqual(areaOf([each], scale, filled_m2));
          expect(whole.leavesData).toBe(each.leavesData);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(taken).toBeGreaterThan(0);
  });
});
