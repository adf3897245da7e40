/** The arrays of one road tile, numbered within the tile. */
import { h3IndexToSplitLong } from 'h3-js';
import type { RoadArrays } from '../../src/format/road-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { TimedGraph } from '../road-graph/timed-graph.ts';

/** Where a node is stored: a tile and the node's number in it. */
export interface NodePlace {
  readonly cell: Cell;
  readonly number: number;
}

/**
 * @param nodes graph numbers of the tile's own nodes, in the order of their numbers in the tile
 * @param edges graph numbers of its edges
 * @param placeOf for each node of the graph the tile that owns it
 */
export function roadTileArrays(
  graph: TimedGraph,
  cell: Cell,
  nodes: readonly number[],
  edges: readonly number[],
  placeOf: readonly NodePlace[],
): RoadArrays {
  const externals: number[] = [];
  const externalNumber = new Map<number, number>();
  const numberInTile = (node: number): number => {
    const place = placeOf[node]!;
    if (place.cell === cell) return place.number;
    let number = externalNumber.get(node);
    if (number === undefined) {
      number = nodes.length + externals.push(node) - 1;
      externalNumber.set(node, number);
    }
    return number;
  };
  const edgeTail = Uint32Array.from(edges, (edge) => numberInTile(graph.edgeTail[edge]!));
  const edgeHead = Uint32Array.from(edges, (edge) => numberInTile(graph.edgeHead[edge]!));
  const pointsOf = (coordinates: Int32Array): number[] =>
    edges.flatMap((edge) => [
      ...coordinates.subarray(graph.edgeFirstPoint[edge]!, graph.edgeFirstPoint[edge + 1]!),
    ]);
  const edgeFirstPoint = new Uint32Array(edges.length + 1);
  edges.forEach((edge, index) => {
    const points = graph.edgeFirstPoint[edge + 1]! - graph.edgeFirstPoint[edge]!;
    edgeFirstPoint[index + 1] = edgeFirstPoint[index]! + points;
  });
  const externalCells = externals.map((node) => h3IndexToSplitLong(placeOf[node]!.cell));
  return {
    nodeFlags: Uint8Array.from(nodes, (node) => graph.nodeFlags[node]!),
    ...edgesAtNodes(nodes.length, edgeTail, edgeHead),
    edgeTail,
    edgeHead,
    edgeForward_ms: Uint32Array.from(edges, (edge) => graph.edgeForward_ms[edge]!),
    edgeBackward_ms: Uint32Array.from(edges, (edge) => graph.edgeBackward_ms[edge]!),
    edgeFlags: Uint8Array.from(edges, (edge) => graph.edgeFlags[edge]!),
    edgeFirstPoint,
    pointLon: Int32Array.from(pointsOf(graph.pointLon)),
    pointLat: Int32Array.from(pointsOf(graph.pointLat)),
    externalTileHigh: Uint32Array.from(externalCells, ([, high]) => high),
    externalTileLow: Uint32Array.from(externalCells, ([low]) => low),
    externalNode: Uint32Array.from(externals, (node) => placeOf[node]!.number),
  };
}

/** For each own node its edges, ascending; an edge from a node to itself is listed once. */
function edgesAtNodes(
  nodes: number,
  edgeTail: Uint32Array,
  edgeHead: Uint32Array,
): Pick<RoadArrays, 'firstNodeEdge' | 'nodeEdges'> {
  const edgesAt: number[][] = Array.from({ length: nodes }, () => []);
  for (let edge = 0; edge < edgeTail.length; edge++) {
    const tail = edgeTail[edge]!;
    const head = edgeHead[edge]!;
    if (tail < nodes) edgesAt[tail]!.push(edge);
    if (head < nodes && head !== tail) edgesAt[head]!.push(edge);
  }
  const firstNodeEdge = new Uint32Array(nodes + 1);
  edgesAt.forEach((list, node) => {
    firstNodeEdge[node + 1] = firstNodeEdge[node]! + list.length;
  });
  return { firstNodeEdge, nodeEdges: Uint32Array.from(edgesAt.flat()) };
}
