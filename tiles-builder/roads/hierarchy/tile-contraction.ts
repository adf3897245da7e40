/** The contraction of a road graph's tiles, a level at a time from the leaves up. */
import type { TimedGraph } from '../graph/timed-graph.ts';
import type { ContractedTile, TileGraph } from './contract-tile.ts';
import { contractTiles } from './contract-tiles.ts';
import type { HierarchyTile } from './hierarchy.ts';
import { placeEdges, placeSeparators } from './place-separators.ts';
import { buildTileTree, LEAF_DEPTH, type TileTree } from './tile-tree.ts';

export type RoadTopology = Pick<
  TimedGraph,
  'nodeLon' | 'nodeLat' | 'edgeTail' | 'edgeHead' | 'edgeForward_ms' | 'edgeBackward_ms'
>;

/** Arcs between nodes of the graph: tail, head, milliseconds, tail, … */
type ArcTriples = number[];

/** Where all nodes and edges belong, and what each tile knows of its children so far. */
export class TileContraction {
  readonly tree: TileTree;
  readonly leafOfNode: Uint32Array;
  readonly tileOfNode: Uint32Array;
  readonly leafOfEdge: Uint32Array;
  readonly #maxUseful_ms: number;
  readonly #nodesOfTile: number[][];
  readonly #arcsOfTile: ArcTriples[];
  /** Nodes of ancestors that a tile must know for another reason than its arcs; with repetitions. */
  readonly #bordersOfTile: number[][];

  /** @param maxUseful_ms paths longer than this are never asked for and may be missing */
  constructor(graph: RoadTopology, maxUseful_ms: number) {
    const placed = buildTileTree(graph);
    this.tree = placed.tree;
    this.leafOfNode = placed.leafOfNode;
    this.tileOfNode = placeSeparators(graph, placed);
    this.leafOfEdge = placeEdges(graph, placed, this.tileOfNode);
    this.#maxUseful_ms = maxUseful_ms;
    const perTile = (): number[][] => this.tree.cells.map(() => []);
    this.#nodesOfTile = perTile();
    this.tileOfNode.forEach((tile, node) => {
      this.#nodesOfTile[tile]!.push(node);
    });
    this.#arcsOfTile = perTile();
    this.#bordersOfTile = perTile();
    for (let edge = 0; edge < graph.edgeTail.length; edge++) {
      const tail = graph.edgeTail[edge]!;
      const head = graph.edgeHead[edge]!;
      this.#addArc(tail, head, graph.edgeForward_ms[edge]!);
      this.#addArc(head, tail, graph.edgeBackward_ms[edge]!);
      this.#bordersOfTile[this.leafOfEdge[edge]!]!.push(tail, head);
    }
  }

  tilesAtDepth(depth: number): number[] {
    return Array.from(this.tree.cells.keys()).filter((tile) => this.tree.depth[tile] === depth);
  }

  /**
   * Contracts tiles of one depth, all of whose children are contracted.
   * @param known tiles that somebody else has contracted, by number; they are taken as they are
   * @returns in the order of `tiles`
   */
  async contract(
    tiles: readonly number[],
    threads: number,
    known: (tile: number) => ContractedTile | undefined = () => undefined,
  ): Promise<{ tile: number; contracted: ContractedTile; placed: HierarchyTile }[]> {
    const numbered = tiles.map((tile) => this.#numberNodes(tile));
    const found = tiles.map(known);
    const missing = tiles.flatMap((tile, i) => (found[i] ? [] : [this.#graphOf(tile, numbered[i]!)]));
    const contractedNow = (await contractTiles(missing, threads)).values();
    return tiles.map((tile, i) => {
      const contracted = found[i] ?? contractedNow.next().value!;
      const { ownNodes, borderNodes } = numbered[i]!;
      this.#passUp(tile, borderNodes, contracted);
      return { tile, contracted, placed: placeTile(contracted, ownNodes, borderNodes) };
    });
  }

  #addArc(tail: number, head: number, ms: number): void {
    if (ms > this.#maxUseful_ms) return;
    const tailTile = this.tileOfNode[tail]!;
    const headTile = this.tileOfNode[head]!;
    const lower = this.tree.depth[tailTile]! >= this.tree.depth[headTile]! ? tailTile : headTile;
    this.#arcsOfTile[lower]!.push(tail, head, ms);
  }

  #numberNodes(tile: number): NumberedNodes {
    const ownNodes = this.#nodesOfTile[tile]!;
    const slots = new Map<number, number>();
    for (const node of ownNodes) slots.set(node, slots.size);
    const borders = new Set<number>();
    const note = (node: number): void => {
      if (!slots.has(node)) borders.add(node);
    };
    const arcs = this.#arcsOfTile[tile]!;
    for (let i = 0; i < arcs.length; i += 3) {
      note(arcs[i]!);
      note(arcs[i + 1]!);
    }
    for (const node of this.#bordersOfTile[tile]!) note(node);
    const borderNodes = Uint32Array.from(borders).sort();
    for (const node of borderNodes) slots.set(node, slots.size);
    return { ownNodes: Uint32Array.from(ownNodes), borderNodes, slots };
  }

  #graphOf(tile: number, { ownNodes, borderNodes, slots }: NumberedNodes): TileGraph {
    const arcs = this.#arcsOfTile[tile]!;
    const count = arcs.length / 3;
    const renumbered = {
      tail: new Int32Array(count),
      head: new Int32Array(count),
      ms: new Int32Array(count),
    };
    for (let arc = 0; arc < count; arc++) {
      renumbered.tail[arc] = slots.get(arcs[3 * arc]!)!;
      renumbered.head[arc] = slots.get(arcs[3 * arc + 1]!)!;
      renumbered.ms[arc] = arcs[3 * arc + 2]!;
    }
    return {
      ownNodes: ownNodes.length,
      borderNodes: borderNodes.length,
      arcs: renumbered,
      maxUseful_ms: this.#maxUseful_ms,
      sparse: this.tree.depth[tile] === LEAF_DEPTH,
    };
  }

  /** Tells a tile's ancestors what they must know of it, and forgets what it was contracted from. */
  #passUp(tile: number, borderNodes: Uint32Array, { remaining }: ContractedTile): void {
    this.#arcsOfTile[tile] = [];
    this.#bordersOfTile[tile] = [];
    const parent = this.tree.parent[tile]!;
    if (parent !== tile) for (const node of borderNodes) this.#bordersOfTile[parent]!.push(node);
    const { tail, head, ms } = remaining;
    for (let arc = 0; arc < tail.length; arc++) {
      this.#addArc(borderNodes[tail[arc]!]!, borderNodes[head[arc]!]!, ms[arc]!);
    }
  }
}

interface NumberedNodes {
  readonly ownNodes: Uint32Array;
  readonly borderNodes: Uint32Array;
  readonly slots: ReadonlyMap<number, number>;
}

function placeTile(
  { nodeOfSlot, down, up }: ContractedTile,
  ownNodes: Uint32Array,
  borderNodes: Uint32Array,
): HierarchyTile {
  return {
    ownNodes: nodeOfSlot.map((node) => ownNodes[node]!),
    borderNodes,
    down,
    up,
  };
}
