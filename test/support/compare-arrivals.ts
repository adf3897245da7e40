/** Arrival times of the hierarchy beside those of plain Dijkstra on the whole graph. */
import { arrivalsAtEnds, searchBounded } from '../../src/isochrone/bounded-search.ts';
import { type Origin, type Reach, UNREACHED } from '../../src/isochrone/reach.ts';
import type { TimedGraph } from '../../tiles-builder/road-graph/timed-graph.ts';
import { dijkstra, type OutgoingArcs, outgoingArcs } from './dijkstra.ts';
import type { BuiltRoads, RoadTilesInMemory } from './road-tiles-in-memory.ts';

export class ArrivalComparison {
  readonly #graph: TimedGraph;
  readonly #tiles: RoadTilesInMemory;
  readonly #roads: BuiltRoads;
  readonly #arcs: OutgoingArcs;
  readonly #arrivals_ms: Float64Array;
  /** For each edge its number in the leaf that keeps it. */
  readonly #numberInLeaf: Uint32Array;

  /** @param roads what `tiles.built()` gives */
  constructor(graph: TimedGraph, tiles: RoadTilesInMemory, roads: BuiltRoads) {
    this.#graph = graph;
    this.#tiles = tiles;
    this.#roads = roads;
    this.#arcs = outgoingArcs(graph);
    this.#arrivals_ms = new Float64Array(graph.nodeLon.length);
    const counts = new Uint32Array(roads.hierarchy.tree.cells.length);
    this.#numberInLeaf = roads.hierarchy.leafOfEdge.map((leaf) => counts[leaf]!++);
  }

  origin(edge: number, fraction: number): Origin {
    const { hierarchy, leaves } = this.#roads;
    const tile = leaves.get(hierarchy.tree.cells[hierarchy.leafOfEdge[edge]!]!)!;
    return { position: [0, 0], distance_m: 0, tile, edge: this.#numberInLeaf[edge]!, fraction };
  }

  /** @returns a description of each node at which the two differ, at most ten */
  async differences(edge: number, fraction: number, limit_ms: number): Promise<string[]> {
    const reach = await searchBounded(this.origin(edge, fraction), limit_ms, 'motorized', this.#tiles);
    const { edgeForward_ms, edgeBackward_ms, edgeHead, edgeTail } = this.#graph;
    const { head_ms, tail_ms } = arrivalsAtEnds(edgeForward_ms[edge]!, edgeBackward_ms[edge]!, fraction);
    const departures = [
      { node: edgeHead[edge]!, ms: head_ms },
      { node: edgeTail[edge]!, ms: tail_ms },
    ];
    dijkstra(this.#arcs, departures, limit_ms, this.#arrivals_ms);
    return this.#compare(reach);
  }

  #compare(reach: Reach): string[] {
    const found: string[] = [];
    for (const cell of this.#roads.leaves.keys()) {
      const reached = reach.tiles.get(cell);
      this.#roads.nodesOf(cell).forEach((node, slot) => {
        // A leaf that is not reached has no border node in time either.
        const arrival_ms = reached ? reached.arrivals_ms[slot]! : UNREACHED;
        const expected_ms = Math.min(UNREACHED, this.#arrivals_ms[node]!);
        if (arrival_ms !== expected_ms && found.length < 10) {
          found.push(`node ${node} in ${cell} after ${arrival_ms} ms, by Dijkstra ${expected_ms}`);
        }
      });
    }
    return found;
  }
}
