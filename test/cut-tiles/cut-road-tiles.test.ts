import fc from 'fast-check';
import { latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { CLOSED, type RoadTile } from '../../src/format/road-tile.ts';
import { type Cell, ROAD_TILE_RESOLUTION } from '../../src/geo/cells.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { MemoryTileSource } from '../../src/storage/tile-source.ts';
import { cutRoadTiles } from '../../tiles-builder/cut-tiles/cut-road-tiles.ts';
import type { TimedGraph } from '../../tiles-builder/road-graph/timed-graph.ts';

const VERSION = 'town-0123456789abcdef';
const UNITS = 1e7;

interface DrawnEdge {
  readonly tail: number;
  readonly head: number;
  readonly forward_ms: number;
  readonly backward_ms: number;
  readonly flags: number;
  /** Points between the ends, in 1e-7 degrees. */
  readonly between: readonly (readonly [number, number])[];
}

function graphOf(
  nodes: readonly { lon: number; lat: number; flags: number }[],
  edges: readonly DrawnEdge[],
): TimedGraph {
  const shapes = edges.map((edge) => [
    [nodes[edge.tail]!.lon, nodes[edge.tail]!.lat] as const,
    ...edge.between,
    [nodes[edge.head]!.lon, nodes[edge.head]!.lat] as const,
  ]);
  let points = 0;
  return {
    nodeLon: Int32Array.from(nodes, (node) => node.lon),
    nodeLat: Int32Array.from(nodes, (node) => node.lat),
    nodeFlags: Uint8Array.from(nodes, (node) => node.flags),
    edgeTail: Uint32Array.from(edges, (edge) => edge.tail),
    edgeHead: Uint32Array.from(edges, (edge) => edge.head),
    edgeForward_ms: Uint32Array.from(edges, (edge) => edge.forward_ms),
    edgeBackward_ms: Uint32Array.from(edges, (edge) => edge.backward_ms),
    edgeFlags: Uint8Array.from(edges, (edge) => edge.flags),
    edgeFirstPoint: Uint32Array.from([0, ...shapes.map((shape) => (points += shape.length))]),
    pointLon: Int32Array.from(shapes.flat(), ([lon]) => lon),
    pointLat: Int32Array.from(shapes.flat(), ([, lat]) => lat),
  };
}

/** Some 10 km around Beausoleil, which is a dozen tiles. */
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

async function readTiles(graph: TimedGraph): Promise<ReadonlyMap<Cell, RoadTile>> {
  const { objects, layer } = cutRoadTiles(graph, 'pedestrian', VERSION);
  const manifest = { version: VERSION, roads: { pedestrian: layer } } as unknown as Manifest;
  const reader = new DatasetReader(
    manifest,
    new MemoryTileSource(objects),
    new LoadedObjects(MAX_LOADED_BYTES),
  );
  const cells = new Set<Cell>();
  for (let lon = 7.3; lon <= 7.5; lon += 0.005) {
    for (let lat = 43.66; lat <= 43.81; lat += 0.005) cells.add(latLngToCell(lat, lon, ROAD_TILE_RESOLUTION));
  }
  const tiles = await reader.readRoadTiles('pedestrian', [...cells]);
  expect(tiles.size).toBe(layer.tiles);
  return tiles;
}

/** An edge as text that does not depend on the tile it is read from: its ends as places, all else as stored. */
function describeEdge(tiles: ReadonlyMap<Cell, RoadTile>, tile: RoadTile, edge: number): string {
  const end = (number: number): string => {
    const external = number - tile.nodeFlags.length;
    if (external < 0) return `${tile.cell}#${number}`;
    const high = tile.externalTileHigh[external]!.toString(16);
    const cell = `${high}${tile.externalTileLow[external]!.toString(16).padStart(8, '0')}`;
    expect(cell).not.toBe(tile.cell);
    expect(tiles.get(cell)!.nodeFlags.length).toBeGreaterThan(tile.externalNode[external]!);
    return `${cell}#${tile.externalNode[external]}`;
  };
  const [first, last] = [tile.edgeFirstPoint[edge]!, tile.edgeFirstPoint[edge + 1]!];
  return [
    end(tile.edgeTail[edge]!),
    end(tile.edgeHead[edge]!),
    tile.edgeForward_ms[edge],
    tile.edgeBackward_ms[edge],
    tile.edgeFlags[edge],
    tile.pointLon.subarray(first, last),
    tile.pointLat.subarray(first, last),
  ].join(' ');
}

/** The same of an edge of the graph, from where its nodes must be: the n-th node of the graph in a cell is number n. */
function describeGraphEdge(graph: TimedGraph, edge: number): string {
  const end = (node: number): string => {
    const cellOf = (other: number): Cell =>
      latLngToCell(graph.nodeLat[other]! / UNITS, graph.nodeLon[other]! / UNITS, ROAD_TILE_RESOLUTION);
    const before = [...graph.nodeFlags.keys()].filter(
      (other) => other < node && cellOf(other) === cellOf(node),
    );
    return `${cellOf(node)}#${before.length}`;
  };
  const [first, last] = [graph.edgeFirstPoint[edge]!, graph.edgeFirstPoint[edge + 1]!];
  return [
    end(graph.edgeTail[edge]!),
    end(graph.edgeHead[edge]!),
    graph.edgeForward_ms[edge],
    graph.edgeBackward_ms[edge],
    graph.edgeFlags[edge],
    graph.pointLon.subarray(first, last),
    graph.pointLat.subarray(first, last),
  ].join(' ');
}

/** The tiles that an edge's shape passes through, by a hundred samples a segment. */
function sampledCells(graph: TimedGraph, edge: number): Set<Cell> {
  const cells = new Set<Cell>();
  const samples = 100;
  for (let point = graph.edgeFirstPoint[edge]!; point < graph.edgeFirstPoint[edge + 1]! - 1; point++) {
    for (let i = 0; i <= samples; i++) {
      const between = (values: Int32Array): number =>
        (values[point]! + ((values[point + 1]! - values[point]!) * i) / samples) / UNITS;
      cells.add(latLngToCell(between(graph.pointLat), between(graph.pointLon), ROAD_TILE_RESOLUTION));
    }
  }
  return cells;
}

const seeds = [20_261_121, Date.now() & 0x7fffffff];

describe.each(seeds)('tiles read back, seed %i', (seed) => {
  test('hold each node once and each edge in every tile that it passes through', async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph, async (graph) => {
        const tiles = await readTiles(graph);
        const nodes = [...tiles.values()].reduce((sum, tile) => sum + tile.nodeFlags.length, 0);
        expect(nodes).toBe(graph.nodeFlags.length);
        const stored = new Map<Cell, string[]>();
        for (const [cell, tile] of tiles) {
          stored.set(
            cell,
            [...tile.edgeTail.keys()].map((edge) => describeEdge(tiles, tile, edge)),
          );
          for (let node = 0; node < tile.nodeFlags.length; node++) {
            const listed = [
              ...tile.nodeEdges.subarray(tile.firstNodeEdge[node]!, tile.firstNodeEdge[node + 1]!),
            ];
            const touching = [...tile.edgeTail.keys()].filter(
              (edge) => tile.edgeTail[edge] === node || tile.edgeHead[edge] === node,
            );
            expect(listed).toEqual(touching);
          }
        }
        const described = [...graph.edgeTail.keys()].map((edge) => describeGraphEdge(graph, edge));
        described.forEach((description, edge) => {
          for (const cell of sampledCells(graph, edge)) expect(stored.get(cell)).toContain(description);
        });
        for (const description of [...stored.values()].flat()) expect(described).toContain(description);
        const flags = [...tiles.values()].flatMap((tile) => [...tile.nodeFlags]).sort();
        expect(flags).toEqual([...graph.nodeFlags].sort());
      }),
      { seed, numRuns: 60 },
    );
  });
});

test('the same graph gives the same bytes, and no roads no tiles', () => {
  const graph = fc.sample(anyGraph, { seed: 7, numRuns: 1 })[0]!;
  const [first, second] = [
    cutRoadTiles(graph, 'motorized', VERSION),
    cutRoadTiles(graph, 'motorized', VERSION),
  ];
  expect([...first.objects.keys()]).toEqual([...second.objects.keys()]);
  for (const [key, bytes] of first.objects) expect(Buffer.compare(bytes, second.objects.get(key)!)).toBe(0);
  expect(first.layer.bytes).toBe(
    [...first.objects.values()].reduce((sum, bytes) => sum + bytes.byteLength, 0),
  );
  const empty = cutRoadTiles(graphOf([], []), 'motorized', VERSION);
  expect(empty.objects.size).toBe(0);
  expect(empty.layer).toEqual({ overviews: [], tiles: 0, nodes: 0, edges: 0, bytes: 0 });
});
