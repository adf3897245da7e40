/** Compares arrivals with plain Dijkstra. */
import type { RoadTile } from '../../../src/format/road-tile.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import { arrivalsAtEnds } from '../../../src/isochrone/bounded-search.ts';
import { type Origin, type Reach, UNREACHED } from '../../../src/isochrone/reach.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { LEAF_DEPTH } from '../../../tiles-builder/roads/hierarchy/tile-tree.ts';
import type { LoadedHierarchy } from './contracted-roads.ts';
import { dijkstra, type OutgoingArcs, outgoingArcs } from './dijkstra.ts';

export class ArrivalComparison {
  readonly #arcs: OutgoingArcs;
  readonly #arrivals_ms: Float64Array;
  readonly #nodesOfLeaf = new Map<Cell, readonly number[]>();
  readonly #leafOfEdge: readonly Cell[];
  readonly #numberInLeaf: Uint32Array;

  constructor(graph: TimedGraph, { placed, tiles }: LoadedHierarchy) {
    const { tree, leafOfEdge } = placed;
    this.#arcs = outgoingArcs(graph);
    this.#arrivals_ms = new Float64Array(graph.nodeLon.length);
    tree.cells.forEach((cell, tile) => {
      if (tree.depth[tile] !== LEAF_DEPTH) return;
      this.#nodesOfLeaf.set(cell, [...tiles.get(tile)!.ownNodes, ...tiles.get(tile)!.borderNodes]);
    });
    const counts = new Uint32Array(tree.cells.length);
    this.#leafOfEdge = Array.from(leafOfEdge, (leaf) => tree.cells[leaf]);
    this.#numberInLeaf = leafOfEdge.map((leaf) => counts[leaf]++);
  }

  leafOf(edge: number): Cell {
    return this.#leafOfEdge[edge];
  }

  origin(tile: RoadTile, edge: number, fraction: number): Origin {
    return { position: [0, 0], distance_m: 0, departs_ms: 0, tile, edge: this.#numberInLeaf[edge], fraction };
  }

  /** @returns nodes settled */
  search({ tile, edge, fraction }: Origin, limit_ms: number): number {
    const { edgeForward_ms, edgeBackward_ms, edgeHead, edgeTail } = tile;
    const { head_ms, tail_ms } = arrivalsAtEnds(edgeForward_ms[edge], edgeBackward_ms[edge], fraction);
    const nodes = this.#nodesOfLeaf.get(tile.cell)!;
    const departures = [
      { node: nodes[edgeHead[edge]], ms: head_ms },
      { node: nodes[edgeTail[edge]], ms: tail_ms },
    ];
    return dijkstra(this.#arcs, departures, limit_ms, this.#arrivals_ms);
  }

  /** @returns at most ten descriptions */
  differences(reach: Reach): string[] {
    this.search(reach.origin, reach.limit_ms);
    const found: string[] = [];
    for (const [cell, nodes] of this.#nodesOfLeaf) {
      const reached = reach.tiles.get(cell);
      nodes.forEach((node, slot) => {
        // An unreached leaf has no border node in time.
        const arrival_ms = reached ? reached.arrivals_ms[slot] : UNREACHED;
        const expected_ms = Math.min(UNREACHED, this.#arrivals_ms[node]);
        if (arrival_ms !== expected_ms && found.length < 10) {
          found.push(`node ${node} in ${cell} after ${arrival_ms} ms, by Dijkstra ${expected_ms}`);
        }
      });
    }
    return found;
  }
}
