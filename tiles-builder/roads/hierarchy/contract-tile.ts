/** Contracts the own nodes of a tile: sparse ones by witness search, the dense core by all-pairs distances. */
import type { ArcList } from '../../../src/format/ranked-arcs.ts';
import { closeCore, type UpwardArcs } from './close-core.ts';
import { contractNodes } from './node-contractor.ts';
import { ArcLists, type Arcs, PreparationGraph } from './preparation-graph.ts';

/** Own nodes come first, then border nodes, which belong to ancestors. */
export interface TileGraph {
  readonly ownNodes: number;
  readonly borderNodes: number;
  readonly arcs: Arcs;
  /** Longer paths may be missing. */
  readonly maxUseful_ms: number;
  readonly sparse: boolean;
}

/** Slots number own nodes by falling rank, then border nodes: arcs lead to smaller slots or border nodes. */
export interface ContractedTile {
  /** Node of the {@link TileGraph} by own slot. */
  readonly nodeOfSlot: Uint32Array;
  /** Arcs from higher ranks, and then those to them. */
  readonly down: ArcList;
  readonly up: ArcList;
  /** Paths between border nodes, by index. */
  readonly remaining: Arcs;
}

const CORE_NODES = 24;

export function contractTile(tile: TileGraph): ContractedTile {
  const { ownNodes, borderNodes } = tile;
  const graph = new PreparationGraph(ownNodes + borderNodes, tile.arcs, tile.maxUseful_ms);
  const early = tile.sparse ? contractNodes(graph, ownNodes, CORE_NODES) : [];

  const isEarly = new Uint8Array(ownNodes);
  for (const node of early) isEarly[node] = 1;
  const coreNodes: number[] = [];
  for (let node = 0; node < ownNodes + borderNodes; node++) if (!isEarly[node]) coreNodes.push(node);
  const core = closeCore(
    coreNodes.length,
    ownNodes - early.length,
    arcsAmong(graph, coreNodes),
    tile.maxUseful_ms,
  );

  const upward: UpwardArcs[] = early.map((node) => ({
    node,
    heads: graph.heads[node],
    headMs: graph.headMs[node],
    tails: graph.tails[node],
    tailMs: graph.tailMs[node],
  }));
  for (const { node, heads, tails, headMs, tailMs } of core.contracted) {
    upward.push({
      node: coreNodes[node],
      heads: heads.map((head) => coreNodes[head]),
      headMs,
      tails: tails.map((tail) => coreNodes[tail]),
      tailMs,
    });
  }
  const firstBorder = ownNodes - early.length;
  return {
    ...layOut(upward.reverse(), ownNodes, borderNodes, tile.maxUseful_ms),
    remaining: {
      tail: core.remaining.tail.map((node) => node - firstBorder),
      head: core.remaining.head.map((node) => node - firstBorder),
      ms: core.remaining.ms,
    },
  };
}

function arcsAmong(graph: PreparationGraph, nodes: readonly number[]): Arcs {
  const place = new Int32Array(graph.nodes).fill(-1);
  nodes.forEach((node, index) => {
    place[node] = index;
  });
  const arcs = new ArcLists();
  for (const node of nodes) {
    for (const [i, head] of graph.heads[node].entries())
      if (place[head] >= 0) arcs.push(place[node], place[head], graph.headMs[node][i]);
  }
  return arcs.arcs();
}

function layOut(
  byFallingRank: readonly UpwardArcs[],
  ownNodes: number,
  borderNodes: number,
  maxUseful_ms: number,
): Omit<ContractedTile, 'remaining'> {
  const slotOf = new Uint32Array(ownNodes + borderNodes);
  byFallingRank.forEach(({ node }, slot) => {
    slotOf[node] = slot;
  });
  for (let border = 0; border < borderNodes; border++) slotOf[ownNodes + border] = ownNodes + border;
  const listOf = (arcsOf: (upward: UpwardArcs) => [readonly number[], readonly number[]]): ArcList => {
    const firstArc = new Uint32Array(ownNodes + 1);
    const upperSlot: number[] = [];
    const ms: number[] = [];
    byFallingRank.forEach((upward, slot) => {
      const [nodes, times] = arcsOf(upward);
      const arcs = nodes
        .map((node, i) => ({ upper: slotOf[node], ms: times[i] }))
        .filter((arc) => arc.ms <= maxUseful_ms);
      for (const arc of arcs.sort((a, b) => a.upper - b.upper)) {
        upperSlot.push(arc.upper);
        ms.push(arc.ms);
      }
      firstArc[slot + 1] = ms.length;
    });
    return { firstArc, upperSlot: Uint32Array.from(upperSlot), ms: Int32Array.from(ms) };
  };
  return {
    nodeOfSlot: Uint32Array.from(byFallingRank, ({ node }) => node),
    down: listOf(({ tails, tailMs }) => [tails, tailMs]),
    up: listOf(({ heads, headMs }) => [heads, headMs]),
  };
}
