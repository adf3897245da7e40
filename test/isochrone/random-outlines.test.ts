import { describe, expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import type { Position } from '../../src/geo/positions.ts';
import { ArrivalRaster } from '../../src/isochrone/arrival-raster.ts';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import { outlineOfRaster } from '../../src/isochrone/outline.ts';
import { pixelY } from '../../src/isochrone/pixel-grid.ts';
import { OUTLINE_TOLERANCE_M } from '../../src/limits.ts';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';
import { alone } from '../support/roads/alone.ts';
import { randomRoads, seededRandom } from '../support/roads/random-roads.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';
import { partsBeyond } from '../support/zones/nested-zones.ts';
import { faultsOfOutline } from '../support/zones/valid-outline.ts';

const GRAPHS = Number(process.env.ISOCHRONE_GRAPHS ?? 8);
const FRESH_SEED = Math.floor(Math.random() * 2 ** 31);
const seeds = [...Array.from({ length: GRAPHS }, (_, i) => i + 1), FRESH_SEED];
const CENTRES: Position[] = [
  [-1.68, 48.11],
  [36.8, -1.28],
  [25.5, 70.9],
  [-70.9, -53.2],
];

interface Case {
  readonly graph: TimedGraph;
  readonly tiles: RoadTilesInMemory;
  readonly random: () => number;
  readonly anyPlace: () => Position;
}

function caseOf(seed: number): Case {
  const random = seededRandom(seed);
  const centre =
    seed % 2 === 0
      ? CENTRES[(seed / 2) % CENTRES.length]
      : ([random() * 358 - 179, random() * 160 - 80] as const);
  const graph = randomRoads(random, 20 + Math.floor(random() * 120), centre, 1_000 + random() * 9_000);
  const tiles = new RoadTilesInMemory(graph);
  const anyPlace = (): Position => {
    const point = Math.floor(random() * graph.pointLon.length);
    return [graph.pointLon[point] / 1e7 + (random() - 0.5) * 0.002, graph.pointLat[point] / 1e7];
  };
  return { graph, tiles, random, anyPlace };
}

describe.each(seeds)('random roads of seed %i', (seed) => {
  test('outlines are valid, and those of longer times contain those of shorter ones', {
    timeout: 120_000,
  }, async () => {
    const roads = caseOf(seed);
    let mostSettled = 0;
    for (let origin = 0; origin < 2; origin++) {
      const place = roads.anyPlace();
      for (const travel of TRAVELS) {
        let shorter: Awaited<ReturnType<typeof computeIsochrone>> | undefined;
        for (const time_s of [60, 61, 600, 900, 901, 1_800, 3_600]) {
          const result = await computeIsochrone({ origin: place, travel, time_s }, alone(roads.tiles));
          if (!result.ok) continue;
          const { nodesSettled } = result.value;
          expect(nodesSettled).toBeGreaterThanOrEqual(0);
          mostSettled = Math.max(mostSettled, nodesSettled);
          expect(faultsOfOutline(result.value.zone), `${travel} ${time_s} s from ${place}`).toEqual([]);
          if (shorter?.ok) {
            const beyond = partsBeyond(shorter.value.zone, result.value.zone, OUTLINE_TOLERANCE_M[travel]);
            expect(beyond, `${travel} ${time_s} s from ${place}`).toEqual([]);
          }
          shorter = result;
        }
      }
    }
    expect(mostSettled).toBeGreaterThan(0);
  });
});

/** Square pixels, where a pixel is narrowest. */
const MOST_FILLED_PIXELS = 80;

describe.each(seeds)('an outline of noise of seed %i', (seed) => {
  test.each([0, 55, 75, 82, -60, -80])('is valid at latitude %i', (lat) => {
    const random = seededRandom(seed);
    const pixels = 2 ** 20;
    const raster = new ArrivalRaster(524_288, Math.round(pixelY(lat, pixels)), 40, 30);
    const roughness = 1 + random() * 300;
    const [x, y, rings] = [random() * 40, random() * 30, 0.5 + random() * 2];
    for (let row = 2; row < 28; row++) {
      for (let column = 2; column < 38; column++) {
        const smooth = 200 * Math.cos(rings * Math.hypot(column - x, row - y));
        raster.walkLeft[row * 40 + column] = smooth + (random() - 0.5) * roughness;
      }
    }
    raster.firstInside.fill(1);
    raster.lastInside.fill(38);
    const outline = outlineOfRaster(raster, pixels, random() * MOST_FILLED_PIXELS);
    expect(faultsOfOutline(outline)).toEqual([]);
  });
});
