import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { ROAD_TILE_RESOLUTION, resolutionOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { type SearchOptions, searchBounded } from '../../src/isochrone/bounded-search.ts';
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

/** The second origin's walks go around a barrier, and two sweeps do not reach a sample next to the area. */
const SWEPT_AROUND_BARRIER = {
  seed: 1_627_028_684,
  centre: CENTRES[2],
  width_m: 21_828,
  travel: 'pedestrian',
  time_s: 1_800,
} as const;

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
      { numRuns: RUNS, endOnFailure: true, examples: [[SWEPT_AROUND_BARRIER]] },
    );
    expect(taken).toBeGreaterThan(0);
  });
});

describe('a search that goes on from another place', () => {
  test('reaches the earlier of both, and draws tiles that are swept for their exits by masks', async () => {
    let drawnByMask = 0;
    const question = fc.record({
      seed: fc.nat(),
      width_m: fc.integer({ min: 3_000, max: 30_000 }),
      travel: fc.constantFrom(...TRAVELS),
      time_s: fc.constantFrom(900, 1_800, 3_600),
      share: fc.constantFrom(0, 0.2, 0.6),
    });
    await fc.assert(
      fc.asyncProperty(question, async ({ seed, width_m, travel, time_s, share }) => {
        const random = seededRandom(seed);
        const graph = randomRoads(random, 150, CENTRES[0], width_m);
        const tiles = new RoadTilesInMemory(graph);
        const scale = { travel, pixels: pixelsAroundWorld(travel, time_s) };
        const limit_ms = time_s * 1_000;
        const places = Array.from({ length: 2 }, (): Position => {
          const point = Math.floor(random() * graph.pointLon.length);
          return [graph.pointLon[point] / 1e7, graph.pointLat[point] / 1e7];
        });
        const [first, second] = await Promise.all(places.map((place) => snapOrigin(place, travel, tiles)));
        if (!first.ok || !second.ok) return;
        const origin = first.value;
        const departures = [{ ...second.value, departs_ms: share * limit_ms }];
        const search = (options: SearchOptions) =>
          searchBounded(origin, limit_ms, travel, tiles, { listsExits: true, ...options });
        const one = await search({});
        const other = await search({ departures });
        const both = await search({ departures, before: one });
        for (const [cell, { arrivals_ms }] of both.tiles) {
          const known = [one, other].flatMap(({ tiles }) => tiles.get(cell)?.arrivals_ms ?? []);
          expect(arrivals_ms).toEqual(known[0].map((ms, slot) => Math.min(ms, known.at(-1)![slot])));
        }
        expect(both.tiles.size).toBe(new Set([...one.tiles.keys(), ...other.tiles.keys()]).size);
        const maskPixels = scale.pixels;
        const masked = await search({ maskPixels, departures, before: await search({ maskPixels }) });
        const leaves = [...masked.swept_ms.keys()].filter(
          (cell) => resolutionOf(cell) === ROAD_TILE_RESOLUTION,
        );
        drawnByMask += leaves.length - masked.tiles.size;
        const filled_m2 = filledHole_m2(travel, time_s);
        expect(areaOf([masked], scale, filled_m2)).toEqual(areaOf([both], scale, filled_m2));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(drawnByMask).toBeGreaterThan(0);
  });
});
