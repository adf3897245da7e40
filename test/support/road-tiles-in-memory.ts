/** Road tiles of a graph held in memory, written and read back in the real format. */
import { h3IndexToSplitLong, latLngToCell } from 'h3-js';
import {
  COORDINATE_UNIT_DEGREES,
  type RoadTile,
  readRoadTile,
  writeRoadTile,
} from '../../src/format/road-tile.ts';
import { type Cell, ROAD_TILE_RESOLUTION } from '../../src/geo/cells.ts';
import type { RoadTiles } from '../../src/storage/dataset-reader.ts';
import type { TimedGraph } from '../../tiles-builder/road-graph/timed-graph.ts';

const VERSION = 'test-0123456789abcdef';
const SAMPLE_M = 100;
const UNIT_M = 0.0111;

export interface RoadTilesInMemory extends RoadTiles {
  readonly tiles: ReadonlyMap<Cell, RoadTile>;
  /** The cells of each call, in order. */
  readonly calls: (readonly Cell[])[];
  /** Where each node of the graph went. */
  readonly placeOfNode: readonly { readonly cell: Cell; readonly node: number }[];
}

/** @param cellOfNode which tile owns a node; by default the cell that it lies in */
export function roadTilesInMemory(
  graph: TimedGraph,
  cellOfNode: (node: number) => Cell = (node) => cellAt(graph.nodeLon[node], graph.nodeLat[node]),
): RoadTilesInMemory {
  const ownNodes = new Map<Cell, number[]>();
  const placeOfNode = Array.from(graph.nodeLon, (_, node) => {
    const cell = cellOfNode(node);
    const own = ownNodes.get(cell) ?? [];
    ownNodes.set(cell, own);
    own.push(node);
    return { cell, node: own.length - 1 };
  });
  const edgesOfCell = new Map<Cell, number[]>();
  for (let edge = 0; edge < graph.edgeTail.length; edge++) {
    const cells = cellsAlong(graph, edge);
    cells.add(placeOfNode[graph.edgeTail[edge]].cell).add(placeOfNode[graph.edgeHead[edge]].cell);
    for (const cell of cells) edgesOfCell.set(cell, [...(edgesOfCell.get(cell) ?? []), edge]);
  }
  const tiles = new Map<Cell, RoadTile>();
  for (const cell of new Set([...ownNodes.keys(), ...edgesOfCell.keys()])) {
    tiles.set(
      cell,
      makeTile(graph, cell, ownNodes.get(cell) ?? [], edgesOfCell.get(cell) ?? [], placeOfNode),
    );
  }
  const calls: (readonly Cell[])[] = [];
  return {
    tiles,
    calls,
    placeOfNode,
    readRoadTiles: async (_travel, cells) => {
      calls.push(cells);
      return new Map(cells.filter((cell) => tiles.has(cell)).map((cell) => [cell, tiles.get(cell)!]));
    },
  };
}

const cellAt = (lon: number, lat: number): Cell =>
  latLngToCell(lat * COORDINATE_UNIT_DEGREES, lon * COORDINATE_UNIT_DEGREES, ROAD_TILE_RESOLUTION);

function cellsAlong({ edgeFirstPoint, pointLon, pointLat }: TimedGraph, edge: number): Set<Cell> {
  const cells = new Set<Cell>();
  for (let point = edgeFirstPoint[edge]; point < edgeFirstPoint[edge + 1] - 1; point++) {
    const dLon = pointLon[point + 1] - pointLon[point];
    const dLat = pointLat[point + 1] - pointLat[point];
    const samples = Math.ceil((Math.hypot(dLon, dLat) * UNIT_M) / SAMPLE_M) + 1;
    for (let i = 0; i <= samples; i++) {
      cells.add(cellAt(pointLon[point] + (dLon * i) / samples, pointLat[point] + (dLat * i) / samples));
    }
  }
  return cells;
}

function makeTile(
  graph: TimedGraph,
  cell: Cell,
  nodes: readonly number[],
  edges: readonly number[],
  places: RoadTilesInMemory['placeOfNode'],
): RoadTile {
  const externals: number[] = [];
  const numberOf = (node: number): number => {
    if (places[node].cell === cell) return places[node].node;
    if (!externals.includes(node)) externals.push(node);
    return nodes.length + externals.indexOf(node);
  };
  const tails = edges.map((edge) => numberOf(graph.edgeTail[edge]));
  const heads = edges.map((edge) => numberOf(graph.edgeHead[edge]));
  const edgesAt = nodes.map((_, own) =>
    edges.map((_edge, number) => number).filter((number) => tails[number] === own || heads[number] === own),
  );
  const shapes = edges.map((edge) => ({
    lon: [...graph.pointLon.subarray(graph.edgeFirstPoint[edge], graph.edgeFirstPoint[edge + 1])],
    lat: [...graph.pointLat.subarray(graph.edgeFirstPoint[edge], graph.edgeFirstPoint[edge + 1])],
  }));
  const splits = externals.map((node) => h3IndexToSplitLong(places[node].cell));
  const bytes = writeRoadTile(cell, VERSION, {
    nodeFlags: Uint8Array.from(nodes, (node) => graph.nodeFlags[node]),
    firstNodeEdge: offsetsOf(edgesAt.map((list) => list.length)),
    nodeEdges: Uint32Array.from(edgesAt.flat()),
    edgeTail: Uint32Array.from(tails),
    edgeHead: Uint32Array.from(heads),
    edgeForward_ms: Uint32Array.from(edges, (edge) => graph.edgeForward_ms[edge]),
    edgeBackward_ms: Uint32Array.from(edges, (edge) => graph.edgeBackward_ms[edge]),
    edgeFlags: Uint8Array.from(edges, (edge) => graph.edgeFlags[edge]),
    edgeFirstPoint: offsetsOf(shapes.map(({ lon }) => lon.length)),
    pointLon: Int32Array.from(shapes.flatMap(({ lon }) => lon)),
    pointLat: Int32Array.from(shapes.flatMap(({ lat }) => lat)),
    externalTileHigh: Uint32Array.from(splits, ([, high]) => high),
    externalTileLow: Uint32Array.from(splits, ([low]) => low),
    externalNode: Uint32Array.from(externals, (node) => places[node].node),
  });
  return readRoadTile(cell, VERSION, bytes);
}

function offsetsOf(counts: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => {
    offsets[i + 1] = offsets[i] + count;
  });
  return offsets;
}
