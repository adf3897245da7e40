/**
 * Lays out the tiles of one province as arrays: nodes by falling rank, arcs in adjacency arrays, edges with shapes, children.
 */
import { NO_ARC_MS, type RankedArcs } from '../../../src/format/ranked-arcs.ts';
import {
  EXIT_NODE,
  FRONTAGE_EDGE,
  HEAD_DEAD_END,
  REPEATED_EDGE,
  type RoadArrays,
  TAIL_DEAD_END,
  UNREACHABLE_EDGE,
} from '../../../src/format/road-tile.ts';
import { EXIT_BELOW, type SeparatorArrays } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { membersOf } from '../../base/numbers/groups.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import type { Hierarchy } from '../hierarchy/build-hierarchy.ts';
import { type HierarchyTile, slotsIn } from '../hierarchy/hierarchy.ts';
import { LEAF_DEPTH, ROOT, type TileTree } from '../hierarchy/tile-tree.ts';
import { BarrierIndex } from './barrier-index.ts';
import { drawBarriers } from './draw-barriers.ts';
import { findUnreachable, type Unreachable } from './find-unreachable.ts';
import { boundsOfChildren, boundsOfRoads, joinRoadBounds, type RoadBounds } from './road-bounds.ts';

/** Local tile numbers: 0 is the province's page of the root, 1 the province; parents come first, each depth by cell. */
export interface ProvinceTiles {
  readonly tree: TileTree;
  readonly leaves: ReadonlyMap<number, RoadArrays>;
  readonly separators: ReadonlyMap<number, SeparatorArrays>;
  readonly childrenOf: readonly (readonly number[])[];
  readonly bounds: RoadBounds;
  /** Own slots of reachable exits. */
  readonly exits: readonly Uint32Array[];
}

export interface GraphToCut {
  readonly graph: TimedGraph;
  readonly unreachable: Unreachable;
  /** Empty for drives, whose samples are too far apart to tell banks from waters. */
  readonly barriers: BarrierIndex;
  /** Number of edges at each node, at most 2. */
  readonly edgesAt: Uint8Array;
}

/** Computes what all provinces of a graph need. */
export const graphToCut = (graph: TimedGraph, travel: Travel): GraphToCut => ({
  graph,
  unreachable: findUnreachable(graph),
  barriers: new BarrierIndex(travel === 'pedestrian' ? graph : {}),
  edgesAt: countEdgesAtNodes(graph),
});

export function layOutProvince(whole: GraphToCut, hierarchy: Hierarchy, province: number): ProvinceTiles {
  const { graph, unreachable } = whole;
  const { tree, numbers, tiles } = tilesOf(hierarchy, province);
  const leaves = new Map<number, RoadArrays>();
  const separators = new Map<number, SeparatorArrays>();
  const bounds: RoadBounds[] = [];
  const exits: Uint32Array[] = [];
  const exitBelow = new Uint8Array(tiles.length);
  const children: number[][] = tiles.map(() => []);
  for (let tile = tiles.length - 1; tile >= 0; tile--) {
    const { ownNodes } = tiles[tile];
    const arcs = rankedArcs(graph, tiles[tile]);
    exits[tile] = Uint32Array.from(ownNodes.keys()).filter((slot) => {
      const node = ownNodes[slot];
      return graph.nodeFlags[node] & EXIT_NODE && unreachable.nodes[node] === 0;
    });
    if (exits[tile].length > 0) exitBelow[tile] = EXIT_BELOW;
    const slots = slotsIn(tiles[tile]);
    if (tree.depth[tile] === LEAF_DEPTH) {
      const edges = membersOf(hierarchy.placed.edgesOfLeaf, numbers[tile]);
      const leaf = { ...arcs, ...edgeArrays(whole, edges, slots) };
      leaves.set(tile, { ...leaf, barriers: drawBarriers(leaf, whole.barriers) });
      bounds[tile] = boundsOfRoads(leaf);
    } else {
      const ordered = children[tile].reverse();
      bounds[tile] = joinRoadBounds(ordered.map((child) => bounds[child]));
      separators.set(tile, {
        ...arcs,
        childCells: ordered.map((child) => tree.cells[child]),
        childFlags: Uint8Array.from(ordered, (child) => exitBelow[child]),
        ...boundsOfChildren(ordered.map((child) => bounds[child])),
        ...borderArrays(
          ordered.map((child) => tiles[child]),
          slots,
        ),
      });
    }
    if (tile === ROOT) break;
    const parent = tree.parent[tile];
    children[parent].push(tile);
    exitBelow[parent] |= exitBelow[tile];
  }
  return { tree, leaves, separators, bounds: bounds[ROOT], childrenOf: children, exits };
}

const NOTHING: HierarchyTile = {
  ownNodes: new Uint32Array(0),
  borderNodes: new Uint32Array(0),
  down: { firstArc: new Uint32Array(1), upperSlot: new Uint32Array(0), ms: new Int32Array(0) },
  up: { firstArc: new Uint32Array(1), upperSlot: new Uint32Array(0), ms: new Int32Array(0) },
};

function tilesOf(
  { placed, districts, provinces, pages }: Hierarchy,
  province: number,
): { tree: TileTree; numbers: readonly number[]; tiles: readonly HierarchyTile[] } {
  const { cells } = placed.tree;
  const { tile } = provinces.read(cells[province]);
  const page = tile.borderNodes.length > 0 ? pages.read(cells[province]) : NOTHING;
  const numbers = [ROOT, province];
  const tiles = [page, tile];
  const parents = [ROOT, ROOT];
  const leafNumbers: number[] = [];
  const leaves: HierarchyTile[] = [];
  const leafParents: number[] = [];
  for (const district of membersOf(placed.childrenOf, province)) {
    const contracted = districts.read(cells[district]);
    for (const leaf of membersOf(placed.childrenOf, district)) leafNumbers.push(leaf);
    for (const leaf of contracted.leaves) {
      leaves.push(leaf);
      leafParents.push(numbers.length);
    }
    numbers.push(district);
    tiles.push(contracted.own);
    parents.push(1);
  }
  for (const leaf of leafNumbers) numbers.push(leaf);
  const tree = {
    cells: numbers.map((number) => cells[number]),
    parent: Uint32Array.from([...parents, ...leafParents]),
    depth: Uint8Array.from(numbers, (number) => placed.tree.depth[number]),
  };
  return { tree, numbers, tiles: [...tiles, ...leaves] };
}

function countEdgesAtNodes({ nodeFlags, edgeTail, edgeHead }: TimedGraph): Uint8Array {
  const edgesAt = new Uint8Array(nodeFlags.length);
  const count = (node: number): void => {
    if (edgesAt[node] < 2) edgesAt[node]++;
  };
  for (const tail of edgeTail) count(tail);
  for (const head of edgeHead) count(head);
  return edgesAt;
}

export function rankedArcs(
  graph: Pick<TimedGraph, 'nodeFlags'>,
  { ownNodes, borderNodes, down, up }: HierarchyTile,
): RankedArcs {
  return {
    nodeFlags: Uint8Array.from(ownNodes, (node) => graph.nodeFlags[node]),
    borderNodes: borderNodes.length,
    down,
    up,
  };
}

function edgeArrays(
  { graph, unreachable, edgesAt }: GraphToCut,
  edges: Uint32Array,
  slots: ReadonlyMap<number, number>,
): Omit<RoadArrays, keyof RankedArcs> {
  const firstPoint = new Uint32Array(edges.length + 1);
  edges.forEach((edge, i) => {
    firstPoint[i + 1] = firstPoint[i] + graph.edgeFirstPoint[edge + 1] - graph.edgeFirstPoint[edge];
  });
  const pointLon = new Int32Array(firstPoint[edges.length]);
  const pointLat = new Int32Array(pointLon.length);
  edges.forEach((edge, i) => {
    const points = [graph.edgeFirstPoint[edge], graph.edgeFirstPoint[edge + 1]] as const;
    pointLon.set(graph.pointLon.subarray(...points), firstPoint[i]);
    pointLat.set(graph.pointLat.subarray(...points), firstPoint[i]);
  });
  return {
    edgeTail: edges.map((edge) => slots.get(graph.edgeTail[edge])!),
    edgeHead: edges.map((edge) => slots.get(graph.edgeHead[edge])!),
    edgeForward_ms: edges.map((edge) => graph.edgeForward_ms[edge]),
    edgeBackward_ms: edges.map((edge) => graph.edgeBackward_ms[edge]),
    edgeFlags: Uint8Array.from(
      edges,
      (edge) =>
        (graph.edgeFlags[edge] & (FRONTAGE_EDGE | REPEATED_EDGE)) |
        (edgesAt[graph.edgeTail[edge]] === 1 ? TAIL_DEAD_END : 0) |
        (edgesAt[graph.edgeHead[edge]] === 1 ? HEAD_DEAD_END : 0) |
        (unreachable.edges[edge] === 1 ? UNREACHABLE_EDGE : 0),
    ),
    edgeFirstPoint: firstPoint,
    pointLon,
    pointLat,
  };
}

function borderArrays(
  children: readonly HierarchyTile[],
  slotsHere: ReadonlyMap<number, number>,
): Pick<SeparatorArrays, 'childFirstBorder' | 'borderSlot' | 'borderFarthest_ms'> {
  const childFirstBorder = new Uint32Array(children.length + 1);
  children.forEach(({ borderNodes }, child) => {
    childFirstBorder[child + 1] = childFirstBorder[child] + borderNodes.length;
  });
  const borderSlot = children.flatMap(({ borderNodes }) =>
    Array.from(borderNodes, (node) => slotsHere.get(node)!),
  );
  return {
    childFirstBorder,
    borderSlot: Uint32Array.from(borderSlot),
    borderFarthest_ms: new Int32Array(borderSlot.length).fill(NO_ARC_MS),
  };
}
