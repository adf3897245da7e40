import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../../src/format/manifest.ts';
import type { RankedArcs } from '../../../src/format/ranked-arcs.ts';
import { SAMPLE_GRIDS } from '../../../src/format/road-model.ts';
import { CLOSED, FRONTAGE_EDGE, type RoadArrays } from '../../../src/format/road-tile.ts';
import { type Cell, parentOf, ROAD_PACK_RESOLUTION, ROAD_TILE_LEVELS } from '../../../src/geo/cells.ts';
import { MAX_LOADED_BYTES } from '../../../src/limits.ts';
import type { RoadCells, RoadTilesRead } from '../../../src/storage/dataset-reader.ts';
import { DatasetReader } from '../../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import { JobThreads } from '../../../tiles-builder/base/threads/job-threads.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { cutRoadTiles, type RoadFigures } from '../../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { checkRoadTiles } from '../../../tiles-builder/verify/check-road-tiles.ts';
import { MemoryTileSource } from '../../support/datasets/memory-tile-source.ts';
import { tileSetInMemory } from '../../support/datasets/stored-tile-sets.ts';
import { graphOf, randomGraph } from '../hierarchy/random-graph.ts';

const VERSION = 'town-0123456789abcdef';

const position = fc.record({
  lon: fc.integer({ min: 73_500_000, max: 74_500_000 }),
  lat: fc.integer({ min: 437_000_000, max: 437_700_000 }),
});
const duration = fc.oneof(fc.integer({ min: 0, max: 600_000 }), fc.constant(CLOSED));
const anyGraph = fc
  .array(fc.record({ position, flags: fc.integer({ min: 0, max: 1 }) }), { minLength: 1, maxLength: 12 })
  .chain((nodes) => {
    const node = fc.integer({ min: 0, max: nodes.length - 1 });
    const edge = fc.record({
      tail: node,
      head: node,
      forward_ms: duration,
      backward_ms: duration,
      flags: fc.integer({ min: 0, max: 1 }),
      between: fc.array(
        position.map(({ lon, lat }) => [lon, lat] as const),
        { maxLength: 3 },
      ),
    });
    const places = nodes.map((drawn) => ({ ...drawn.position, flags: drawn.flags }));
    return fc.array(edge, { maxLength: 20 }).map((edges) => graphOf(places, edges));
  });

async function cutAndRead(
  graph: TimedGraph,
): Promise<{ read: (cells: RoadCells) => Promise<RoadTilesRead>; layer: RoadFigures }> {
  const { add, objects, name } = tileSetInMemory('pedestrian');
  const layer = await cutRoadTiles(graph, 'pedestrian', add, {
    scratch: tmpdir(),
    threads: new JobThreads(1),
    progress: () => {},
  });
  const manifest = { version: VERSION, roads: { pedestrian: { ...layer, name } } } as unknown as Manifest;
  const reader = new DatasetReader(
    manifest,
    new MemoryTileSource(objects),
    new LoadedObjects(MAX_LOADED_BYTES),
  );
  return { read: (cells) => reader.readRoadTiles('pedestrian', cells), layer };
}

const provincesOf = ({ provinces }: RoadFigures): Cell[] => provinces.map(({ cell }) => cell);

/** Without the ends, which tiles renumber. */
function describeEdge(edges: Omit<RoadArrays, keyof RankedArcs>, edge: number): string {
  const [first, last] = [edges.edgeFirstPoint[edge], edges.edgeFirstPoint[edge + 1]];
  return [
    edges.edgeForward_ms[edge],
    edges.edgeBackward_ms[edge],
    edges.edgeFlags[edge] & FRONTAGE_EDGE,
    edges.pointLon.subarray(first, last),
    edges.pointLat.subarray(first, last),
  ].join(' ');
}

const GRIDS_READ = SAMPLE_GRIDS.pedestrian.map(({ pixels }) => pixels);
const seeds = [Date.now() & 0x7fffffff];

describe.each(seeds)('tiles read back, seed %i', (seed) => {
  test("are a valid tree with each node and each edge once, within its parents' bounds", async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph, async (graph) => {
        const { read, layer } = await cutAndRead(graph);
        const found = await checkRoadTiles(provincesOf(layer), read, GRIDS_READ);
        expect(found).toMatchObject({ nodes: graph.nodeFlags.length, edges: graph.edgeTail.length });
        expect(layer).toMatchObject({ tiles: found.leaves.length, separator_tiles: found.separators.length });
        const { leaves, separators } = await read({ separators: found.separators, leaves: found.leaves });
        const stored = [...leaves.values()].flatMap((tile) =>
          [...tile.edgeTail.keys()].map((edge) => describeEdge(tile, edge)),
        );
        expect(stored.sort()).toEqual(
          [...graph.edgeTail.keys()].map((edge) => describeEdge(graph, edge)).sort(),
        );
        const flags = [...leaves.values(), ...separators.values()].flatMap((tile) => [...tile.nodeFlags]);
        expect(flags.sort()).toEqual([...graph.nodeFlags].sort());
        for (const tile of separators.values()) {
          tile.childCells.forEach((cell, child) => {
            const leaf = leaves.get(cell);
            const longitudes = [...(leaf?.edgeFlags.keys() ?? [])].flatMap((edge) =>
              leaf!.edgeFlags[edge] & FRONTAGE_EDGE
                ? [...leaf!.pointLon.subarray(leaf!.edgeFirstPoint[edge], leaf!.edgeFirstPoint[edge + 1])]
                : [],
            );
            if (!leaf) return;
            expect(tile.childWest[child]).toBe(Math.min(2 ** 31 - 1, ...longitudes));
            expect(tile.childEast[child]).toBe(Math.max(-(2 ** 31), ...longitudes));
            expect(tile.childRoadsWest[child]).toBe(Math.min(2 ** 31 - 1, ...leaf.pointLon));
            expect(tile.childRoadsNorth[child]).toBe(Math.max(-(2 ** 31), ...leaf.pointLat));
          });
        }
      }),
      { seed, numRuns: 60 },
    );
  });
});

test('tiles in many cells at resolution 3 are a valid tree with each node once', async () => {
  let pages = 0;
  await fc.assert(
    fc.asyncProperty(randomGraph, async (graph) => {
      const { read, layer } = await cutAndRead(graph);
      let mostAtOnce = 0;
      const found = await checkRoadTiles(
        provincesOf(layer),
        (cells) => {
          const packs = new Set(cells.leaves.map((leaf) => parentOf(leaf, ROAD_PACK_RESOLUTION)));
          mostAtOnce = Math.max(
            mostAtOnce,
            cells.separators.length + packs.size + (cells.pages?.length ?? 0),
          );
          return read(cells);
        },
        GRIDS_READ,
      );
      // Memory does not grow with the country.
      expect(mostAtOnce).toBe(1);
      expect(found).toMatchObject({ nodes: graph.nodeFlags.length, edges: graph.edgeTail.length });
      expect(layer.separator_tiles).toBe(found.separators.length + found.pages.length);
      for (const leaf of found.leaves) {
        const tile = (await read({ separators: [], leaves: [leaf] })).leaves.get(leaf)!;
        const bounds = layer.provinces.find(({ cell }) => cell === parentOf(leaf, ROAD_TILE_LEVELS[0]))!;
        for (const [edge, flags] of tile.edgeFlags.entries()) {
          if (!(flags & FRONTAGE_EDGE)) continue;
          for (let point = tile.edgeFirstPoint[edge]; point < tile.edgeFirstPoint[edge + 1]; point++) {
            expect(tile.pointLon[point]).toBeGreaterThanOrEqual(bounds.west);
            expect(tile.pointLon[point]).toBeLessThanOrEqual(bounds.east);
            expect(tile.pointLat[point]).toBeGreaterThanOrEqual(bounds.south);
            expect(tile.pointLat[point]).toBeLessThanOrEqual(bounds.north);
          }
        }
      }
      pages += found.pages.length;
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(pages).toBeGreaterThan(10);
});

test('no roads are no tiles', async () => {
  const { read, layer } = await cutAndRead(graphOf([], []));
  expect(await checkRoadTiles(provincesOf(layer), read, GRIDS_READ)).toMatchObject({
    leaves: [],
    separators: [],
    nodes: 0,
  });
  expect(layer).toMatchObject({ provinces: [], tiles: 0, separator_tiles: 0, nodes: 0, edges: 0 });
});
