/** A road graph and its contraction hierarchy → the arrays of its tiles. */
import { NO_ARC_MS, type RankedArcs } from '../../../src/format/ranked-arcs.ts';
import {
  EXIT_NODE,
  FRONTAGE_EDGE,
  HEAD_DEAD_END,
  REPEATED_EDGE,
  type RoadArrays,
  SET_APART_EDGE,
  TAIL_DEAD_END,
} from '../../../src/format/road-tile.ts';
import { EXIT_BELOW, type SeparatorArrays } from '../../../src/format/separator-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import { type Hierarchy, slotsIn } from '../hierarchy/hierarchy.ts';
import { LEAF_DEPTH } from '../hierarchy/tile-tree.ts';
import { findSetApart, type SetApart } from './find-set-apart.ts';
import { canHaveMasks } from './mask-size.ts';
import { measureFarthest } from './measure-farthest.ts';
import { type Bounds, boundsOfFrontage, joinBounds } from './road-bounds.ts';

/** The arrays of all tiles of one way to travel, by tile number. */
export interface RoadTileArrays {
  readonly leaves: ReadonlyMap<number, RoadArrays>;
  readonly separators: ReadonlyMap<number, SeparatorArrays>;
  /** Numbers of a tile's children, in the order in which it keeps them. */
  readonly childrenOf: readonly (readonly number[])[];
}

/** @param max_ms the longest travel time */
export function layOutRoadTiles(
  graph: TimedGraph,
  hierarchy: Hierarchy,
  travel: Travel,
  max_ms: number,
): RoadTileArrays {
  const { tree } = hierarchy;
  const setApart = findSetApart(graph);
  const slots = hierarchy.tiles.map(slotsIn);
  const edgesAt = countEdgesAtNodes(graph);
  const edges = groupBy(hierarchy.leafOfEdge, tree.cells.length);
  const leaves = new Map<number, RoadArrays>();
  const separators = new Map<number, SeparatorArrays>();
  const bounds: Bounds[] = [];
  const flags = new Uint8Array(tree.cells.length);
  const children: number[][] = tree.cells.map(() => []);
  for (let tile = tree.cells.length - 1; tile >= 0; tile--) {
    const arcs = rankedArcs(graph, hierarchy, tile);
    const { ownNodes } = hierarchy.tiles[tile]!;
    if (ownNodes.some((node) => graph.nodeFlags[node]! & EXIT_NODE && setApart.nodes[node] === 0)) {
      flags[tile]! |= EXIT_BELOW;
    }
    if (tree.depth[tile] === LEAF_DEPTH) {
      leaves.set(tile, { ...arcs, ...edgeArrays(graph, edges[tile]!, slots[tile]!, edgesAt, setApart) });
      bounds[tile] = boundsOfFrontage(leaves.get(tile)!);
    } else {
      const ordered = children[tile]!.sort((a, b) => a - b);
      bounds[tile] = joinBounds(ordered.map((child) => bounds[child]!));
      separators.set(tile, {
        ...arcs,
        childCells: ordered.map((child) => tree.cells[child]!),
        childFlags: Uint8Array.from(ordered, (child) => flags[child]!),
        childWest: Int32Array.from(ordered, (child) => bounds[child]!.west),
        childSouth: Int32Array.from(ordered, (child) => bounds[child]!.south),
        childEast: Int32Array.from(ordered, (child) => bounds[child]!.east),
        childNorth: Int32Array.from(ordered, (child) => bounds[child]!.north),
        ...borderArrays(hierarchy, ordered, slots[tile]!),
      });
    }
    const parent = tree.parent[tile]!;
    if (tile === 0) continue;
    children[parent]!.push(tile);
    flags[parent]! |= flags[tile]!;
  }
  const masked = new Set([...leaves.keys()].filter((leaf) => canHaveMasks(bounds[leaf]!, travel)));
  measureFarthest(
    {
      tree,
      leaves,
      separators,
      childrenOf: children,
      hasMasks: (leaf) => masked.has(leaf),
      isSetApart: (tile, slot) => setApart.nodes[hierarchy.tiles[tile]!.ownNodes[slot]!] === 1,
    },
    travel,
    max_ms,
  );
  return { leaves, separators, childrenOf: children };
}

function countEdgesAtNodes({ nodeFlags, edgeTail, edgeHead }: TimedGraph): Uint32Array {
  const edgesAt = new Uint32Array(nodeFlags.length);
  for (const tail of edgeTail) edgesAt[tail]!++;
  for (const head of edgeHead) edgesAt[head]!++;
  return edgesAt;
}

function groupBy(groupOf: Uint32Array, groups: number): number[][] {
  const members: number[][] = Array.from({ length: groups }, () => []);
  for (let member = 0; member < groupOf.length; member++) members[groupOf[member]!]!.push(member);
  return members;
}

function rankedArcs(graph: TimedGraph, hierarchy: Hierarchy, tile: number): RankedArcs {
  const { ownNodes, borderNodes, down, up } = hierarchy.tiles[tile]!;
  return {
    nodeFlags: Uint8Array.from(ownNodes, (node) => graph.nodeFlags[node]!),
    borderNodes: borderNodes.length,
    down,
    up,
  };
}

function edgeArrays(
  graph: TimedGraph,
  edges: readonly number[],
  slots: ReadonlyMap<number, number>,
  edgesAt: Uint32Array,
  setApart: SetApart,
): Omit<RoadArrays, keyof RankedArcs> {
  const firstPoint = new Uint32Array(edges.length + 1);
  edges.forEach((edge, i) => {
    firstPoint[i + 1] = firstPoint[i]! + graph.edgeFirstPoint[edge + 1]! - graph.edgeFirstPoint[edge]!;
  });
  const pointLon = new Int32Array(firstPoint[edges.length]!);
  const pointLat = new Int32Array(pointLon.length);
  edges.forEach((edge, i) => {
    const points = [graph.edgeFirstPoint[edge]!, graph.edgeFirstPoint[edge + 1]!] as const;
    pointLon.set(graph.pointLon.subarray(...points), firstPoint[i]!);
    pointLat.set(graph.pointLat.subarray(...points), firstPoint[i]!);
  });
  return {
    edgeTail: Uint32Array.from(edges, (edge) => slots.get(graph.edgeTail[edge]!)!),
    edgeHead: Uint32Array.from(edges, (edge) => slots.get(graph.edgeHead[edge]!)!),
    edgeForward_ms: Uint32Array.from(edges, (edge) => graph.edgeForward_ms[edge]!),
    edgeBackward_ms: Uint32Array.from(edges, (edge) => graph.edgeBackward_ms[edge]!),
    edgeFlags: Uint8Array.from(
      edges,
      (edge) =>
        (graph.edgeFlags[edge]! & (FRONTAGE_EDGE | REPEATED_EDGE)) |
        (edgesAt[graph.edgeTail[edge]!] === 1 ? TAIL_DEAD_END : 0) |
        (edgesAt[graph.edgeHead[edge]!] === 1 ? HEAD_DEAD_END : 0) |
        (setApart.edges[edge] === 1 ? SET_APART_EDGE : 0),
    ),
    edgeFirstPoint: firstPoint,
    pointLon,
    pointLat,
  };
}

function borderArrays(
  hierarchy: Hierarchy,
  children: readonly number[],
  slotsHere: ReadonlyMap<number, number>,
): Pick<SeparatorArrays, 'childFirstBorder' | 'borderSlot' | 'borderFarthest_ms'> {
  const childFirstBorder = new Uint32Array(children.length + 1);
  const borderSlot: number[] = [];
  const borderFarthest_ms: number[] = [];
  children.forEach((child, i) => {
    hierarchy.tiles[child]!.borderNodes.forEach((node) => {
      borderSlot.push(slotsHere.get(node)!);
      borderFarthest_ms.push(NO_ARC_MS);
    });
    childFirstBorder[i + 1] = borderSlot.length;
  });
  return {
    childFirstBorder,
    borderSlot: Uint32Array.from(borderSlot),
    borderFarthest_ms: Int32Array.from(borderFarthest_ms),
  };
}
