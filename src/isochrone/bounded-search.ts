/**
 * Arrival times at every node within a limit: Dijkstra's algorithm over road tiles that are loaded when the frontier
 * gets to them. A node in a tile that is not loaded waits; when nothing else is left to do, all tiles that nodes wait
 * for are loaded together. A path through such a tile may improve nodes that were settled before, which are then
 * settled again, so the arrivals are exact and the rounds of reads are as few as the frontier allows.
 */
import { splitLongToH3Index } from 'h3-js';
import { DamagedTile } from '../format/envelope.ts';
import { CLOSED, type RoadTile, type Travel } from '../format/road-tile.ts';
import type { Cell } from '../geo/cells.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import { ArrivalQueue } from './arrival-queue.ts';
import { type Origin, type Reach, type ReachedTile, UNREACHED } from './reach.ts';

/** A tile under search; its own nodes have the numbers `firstNode` to `firstNode + own nodes - 1`. */
interface SearchedTile {
  readonly tile: RoadTile;
  readonly firstNode: number;
  /** For each external node its number, or NOT_LOADED. */
  readonly externalNumbers: Int32Array;
}

/** The best arrivals so far at nodes of a tile that is not loaded. */
type WaitingNodes = Map<number, number>;

const NOT_LOADED = -1;

/**
 * @param limit_ms the longest arrival time that counts as reached
 * @throws StorageUnavailable, DamagedTile
 */
export async function searchBounded(
  origin: Origin,
  limit_ms: number,
  travel: Travel,
  tiles: RoadTiles,
): Promise<Reach> {
  const search = new BoundedSearch(limit_ms);
  search.start(origin);
  for (;;) {
    search.settleLoaded();
    const cells = search.cellsWaitedFor();
    if (cells.length === 0) break;
    search.add(await tiles.readRoadTiles(travel, cells));
  }
  return { origin, limit_ms, tiles: search.reachedTiles(), nodesSettled: search.nodesSettled };
}

class BoundedSearch {
  nodesSettled = 0;
  readonly #limit_ms: number;
  readonly #queue = new ArrivalQueue();
  readonly #loaded: SearchedTile[] = [];
  /** Position in `#loaded` by the low and the varying high bits of the tile's cell, which fit a number. */
  readonly #positions = new Map<number, number>();
  readonly #waiting = new Map<Cell, WaitingNodes>();
  #arrivals_ms = new Uint32Array(0);
  #positionOfNode = new Uint16Array(0);
  #nodes = 0;

  constructor(limit_ms: number) {
    this.#limit_ms = limit_ms;
  }

  start({ tile, edge, fraction }: Origin): void {
    const forward_ms = tile.edgeForward_ms[edge];
    const backward_ms = tile.edgeBackward_ms[edge];
    const { head_ms, tail_ms } = arrivalsAtEnds(forward_ms, backward_ms, fraction);
    for (const [end, arrival_ms] of [
      [tile.edgeHead[edge], head_ms],
      [tile.edgeTail[edge], tail_ms],
    ]) {
      if (arrival_ms > this.#limit_ms) continue;
      const own = tile.nodeFlags.length;
      if (end < own) this.#wait(tile.cell, end, arrival_ms);
      else this.#wait(externalCell(tile, end - own), tile.externalNode[end - own], arrival_ms);
    }
  }

  cellsWaitedFor(): Cell[] {
    return [...this.#waiting.keys()];
  }

  add(tiles: ReadonlyMap<Cell, RoadTile>): void {
    for (const [cell, nodes] of this.#waiting) {
      const tile = tiles.get(cell);
      if (!tile) throw new DamagedTile(`road tile ${cell}: roads lead there, but it does not exist`);
      const { firstNode } = this.#addTile(tile);
      for (const [node, arrival_ms] of nodes) {
        if (node >= tile.nodeFlags.length) throw new DamagedTile(`road tile ${cell}: it has no node ${node}`);
        this.#arrivals_ms[firstNode + node] = arrival_ms;
        this.#queue.push(arrival_ms, firstNode + node);
      }
    }
    this.#waiting.clear();
  }

  settleLoaded(): void {
    const queue = this.#queue;
    const arrivals_ms = this.#arrivals_ms;
    while (queue.length > 0) {
      const arrival_ms = queue.firstArrival_ms;
      const node = queue.pop();
      if (arrival_ms > arrivals_ms[node]) continue;
      this.nodesSettled++;
      this.#relaxEdgesAt(node, arrival_ms, this.#loaded[this.#positionOfNode[node]]);
    }
  }

  #relaxEdgesAt(node: number, arrival_ms: number, searched: SearchedTile): void {
    const { tile, firstNode } = searched;
    const { firstNodeEdge, nodeEdges, edgeTail, edgeHead, edgeForward_ms, edgeBackward_ms } = tile;
    const own = node - firstNode;
    const end = firstNodeEdge[own + 1];
    for (let i = firstNodeEdge[own]; i < end; i++) {
      const edge = nodeEdges[i];
      if (edgeTail[edge] === own) this.#relax(searched, edgeHead[edge], arrival_ms, edgeForward_ms[edge]);
      if (edgeHead[edge] === own) this.#relax(searched, edgeTail[edge], arrival_ms, edgeBackward_ms[edge]);
    }
  }

  #relax(searched: SearchedTile, end: number, from_ms: number, edge_ms: number): void {
    const arrival_ms = from_ms + edge_ms;
    if (edge_ms === CLOSED || arrival_ms > this.#limit_ms) return;
    const { tile, firstNode, externalNumbers } = searched;
    const own = tile.nodeFlags.length;
    let node = firstNode + end;
    if (end >= own) {
      const external = end - own;
      if (externalNumbers[external] === NOT_LOADED) {
        externalNumbers[external] = this.#numberOf(tile, external);
      }
      node = externalNumbers[external];
      if (node === NOT_LOADED) {
        this.#wait(externalCell(tile, external), tile.externalNode[external], arrival_ms);
        return;
      }
    }
    if (arrival_ms >= this.#arrivals_ms[node]) return;
    this.#arrivals_ms[node] = arrival_ms;
    this.#queue.push(arrival_ms, node);
  }

  #wait(cell: Cell, node: number, arrival_ms: number): void {
    let nodes = this.#waiting.get(cell);
    if (!nodes) {
      nodes = new Map();
      this.#waiting.set(cell, nodes);
    }
    if (arrival_ms < (nodes.get(node) ?? UNREACHED)) nodes.set(node, arrival_ms);
  }

  #numberOf(tile: RoadTile, external: number): number {
    const key = cellKey(tile.externalTileHigh[external], tile.externalTileLow[external]);
    const position = this.#positions.get(key);
    if (position === undefined) return NOT_LOADED;
    const { tile: other, firstNode } = this.#loaded[position];
    const node = tile.externalNode[external];
    if (node >= other.nodeFlags.length)
      throw new DamagedTile(`road tile ${other.cell}: it has no node ${node}`);
    return firstNode + node;
  }

  #addTile(tile: RoadTile): SearchedTile {
    const firstNode = this.#nodes;
    const position = this.#loaded.length;
    this.#nodes += tile.nodeFlags.length;
    if (this.#nodes > this.#arrivals_ms.length) this.#growTo(this.#nodes);
    this.#arrivals_ms.fill(UNREACHED, firstNode, this.#nodes);
    this.#positionOfNode.fill(position, firstNode, this.#nodes);
    const externalNumbers = new Int32Array(tile.externalNode.length).fill(NOT_LOADED);
    const searched = { tile, firstNode, externalNumbers };
    this.#loaded.push(searched);
    this.#positions.set(keyOfCell(tile.cell), position);
    return searched;
  }

  #growTo(nodes: number): void {
    const capacity = Math.max(4096, nodes, this.#arrivals_ms.length * 2);
    const arrivals_ms = new Uint32Array(capacity);
    const positionOfNode = new Uint16Array(capacity);
    arrivals_ms.set(this.#arrivals_ms);
    positionOfNode.set(this.#positionOfNode);
    this.#arrivals_ms = arrivals_ms;
    this.#positionOfNode = positionOfNode;
  }

  reachedTiles(): ReadonlyMap<Cell, ReachedTile> {
    const reached = new Map<Cell, ReachedTile>();
    for (const { tile, firstNode, externalNumbers } of this.#loaded) {
      const own = tile.nodeFlags.length;
      const arrivals_ms = new Uint32Array(own + externalNumbers.length);
      arrivals_ms.set(this.#arrivals_ms.subarray(firstNode, firstNode + own));
      for (let external = 0; external < externalNumbers.length; external++) {
        let node = externalNumbers[external];
        if (node === NOT_LOADED) node = this.#numberOf(tile, external);
        arrivals_ms[own + external] = node === NOT_LOADED ? UNREACHED : this.#arrivals_ms[node];
      }
      reached.set(tile.cell, { tile, arrivals_ms });
    }
    return reached;
  }
}

/**
 * When the ends of an edge are reached from a point on it, in whole milliseconds. A point at an end is that node, and
 * may leave it by any edge, whatever the direction of its own.
 */
export function arrivalsAtEnds(
  forward_ms: number,
  backward_ms: number,
  fraction: number,
): { head_ms: number; tail_ms: number } {
  const part = (time_ms: number, share: number): number => {
    if (share === 0) return 0;
    return time_ms === CLOSED ? UNREACHED : Math.round(time_ms * share);
  };
  return { head_ms: part(forward_ms, 1 - fraction), tail_ms: part(backward_ms, fraction) };
}

const externalCell = (tile: RoadTile, external: number): Cell =>
  splitLongToH3Index(tile.externalTileLow[external], tile.externalTileHigh[external]);

/** Base cell and digits of an index: all that differs between cells of one resolution, in 52 bits. */
const cellKey = (high: number, low: number): number => (high & 0xfffff) * 2 ** 32 + (low >>> 0);

const keyOfCell = (cell: Cell): number => {
  const split = cell.length - 8;
  return cellKey(Number.parseInt(cell.slice(0, split), 16), Number.parseInt(cell.slice(split), 16));
};
