/**
 * Arrival times at every node within a limit, by the nested contraction hierarchy: up from the origin through the chain
 * of tiles that contain it, then down from the root, level by level, into those tiles that have a border node in time.
 * The tiles of one level are read together, so a search takes as many rounds of reads as the hierarchy has levels.
 */
import { cellToParent } from 'h3-js';
import { DamagedTile } from '../format/envelope.ts';
import type { RankedArcs } from '../format/ranked-arcs.ts';
import { CLOSED, EXIT_NODE, type RoadTile, type Travel } from '../format/road-tile.ts';
import type { SeparatorTile } from '../format/separator-tile.ts';
import { type Cell, ROAD_TILE_LEVELS, ROOT_TILE } from '../geo/cells.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import { sweepDownward } from './downward-sweep.ts';
import { type Origin, type Reach, type ReachedTile, type SearchWork, UNREACHED } from './reach.ts';
import { searchUpward } from './upward-search.ts';

/** A tile under search. One arrival a slot: own nodes, then border nodes. */
interface SearchedTile<Tile extends RankedArcs> {
  readonly tile: Tile;
  readonly arrivals_ms: Int32Array;
}

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
  const chainCells = [
    ROOT_TILE,
    ...ROAD_TILE_LEVELS.slice(0, -1).map((level) => cellToParent(origin.tile.cell, level)),
  ];
  const chain = await tiles.readRoadTiles(travel, { separators: chainCells, leaves: [] });
  const search = new BoundedSearch(limit_ms);
  search.climb(origin, chainCells, chain.separators);
  while (search.waitingSeparators.length > 0) {
    const cells = search.waitingSeparators;
    const { separators } = await tiles.readRoadTiles(travel, { separators: cells, leaves: [] });
    search.descend(separators);
  }
  const { leaves } = await tiles.readRoadTiles(travel, { separators: [], leaves: search.waitingLeaves });
  search.finish(leaves);
  return { origin, limit_ms, tiles: search.reached, leavesData: search.leavesData, work: search.work };
}

class BoundedSearch {
  readonly reached = new Map<Cell, ReachedTile>();
  readonly work: SearchWork = { nodesSettled: 0, tilesSwept: 0, arcsRelaxed: 0 };
  leavesData = false;
  readonly #limit_ms: number;
  /** Tiles that contain the origin, with what the search upward found. */
  readonly #chain = new Map<Cell, Int32Array>();
  /** Tiles to be swept next: arrivals at their border nodes, or at all slots for those of the chain. */
  #waiting = new Map<Cell, Int32Array>();
  #waitingLeaves = new Map<Cell, Int32Array>();
  /** Depth of the tiles in `#waiting`, 0 for the root. */
  #depth = 0;

  constructor(limit_ms: number) {
    this.#limit_ms = limit_ms;
  }

  get waitingSeparators(): Cell[] {
    return [...this.#waiting.keys()];
  }

  get waitingLeaves(): Cell[] {
    return [...this.#waitingLeaves.keys()];
  }

  /** The search upward. @param chainCells from the root down to the parent of the origin's tile */
  climb(origin: Origin, chainCells: readonly Cell[], separators: ReadonlyMap<Cell, SeparatorTile>): void {
    let below: SearchedTile<RankedArcs> & { readonly cell: Cell } = {
      cell: origin.tile.cell,
      tile: origin.tile,
      arrivals_ms: this.#departures(origin),
    };
    for (const cell of chainCells.toReversed()) {
      searchUpward(below.tile, below.arrivals_ms, this.#limit_ms);
      this.#chain.set(below.cell, below.arrivals_ms);
      const tile = existing(separators, cell);
      const arrivals_ms = unreached(tile);
      const child = tile.childCells.indexOf(below.cell);
      if (child < 0) throw new DamagedTile(`separator tile ${cell}: does not list its child ${below.cell}`);
      const ownNodes = below.tile.nodeFlags.length;
      const first = tile.childFirstBorder[child]!;
      for (let border = first; border < tile.childFirstBorder[child + 1]!; border++) {
        arrivals_ms[tile.borderSlot[border]!] = below.arrivals_ms[ownNodes + border - first]!;
      }
      below = { cell, tile, arrivals_ms };
    }
    searchUpward(below.tile, below.arrivals_ms, this.#limit_ms);
    this.#waiting.set(below.cell, below.arrivals_ms);
  }

  /** Sweeps the tiles of one level and finds out which tiles of the next are reached. */
  descend(separators: ReadonlyMap<Cell, SeparatorTile>): void {
    const swept = this.#waiting;
    this.#depth++;
    const next = new Map<Cell, Int32Array>();
    for (const [cell, arrivals_ms] of swept) {
      const tile = existing(separators, cell);
      const settled = this.#sweep(tile, arrivals_ms);
      for (let child = 0; child < tile.childCells.length; child++) this.#enter(tile, child, settled, next);
    }
    const leavesNext = this.#depth === ROAD_TILE_LEVELS.length;
    this.#waiting = leavesNext ? new Map() : next;
    if (leavesNext) this.#waitingLeaves = next;
  }

  finish(leaves: ReadonlyMap<Cell, RoadTile>): void {
    for (const [cell, arrivals_ms] of this.#waitingLeaves) {
      const tile = existing(leaves, cell);
      this.reached.set(cell, { tile, arrivals_ms: this.#sweep(tile, arrivals_ms) });
    }
  }

  /** Notes a child to be swept, if it has a border node in time or contains the origin. */
  #enter(tile: SeparatorTile, child: number, arrivals_ms: Int32Array, next: Map<Cell, Int32Array>): void {
    const cell = tile.childCells[child]!;
    const first = tile.childFirstBorder[child]!;
    const end = tile.childFirstBorder[child + 1]!;
    const chainArrivals_ms = this.#chain.get(cell);
    let earliest_ms = UNREACHED;
    for (let border = first; border < end; border++) {
      earliest_ms = Math.min(earliest_ms, arrivals_ms[tile.borderSlot[border]!]!);
    }
    if (earliest_ms > this.#limit_ms && !chainArrivals_ms) return;
    const known_ms = chainArrivals_ms ?? new Int32Array(end - first);
    const firstBorder = known_ms.length - (end - first);
    for (let border = first; border < end; border++) {
      known_ms[firstBorder + border - first] = arrivals_ms[tile.borderSlot[border]!]!;
    }
    next.set(cell, known_ms);
  }

  /** @param known_ms arrivals at all slots, or at the border nodes alone */
  #sweep(tile: RankedArcs & { readonly cell: Cell }, known_ms: Int32Array): Int32Array {
    const ownNodes = tile.nodeFlags.length;
    let arrivals_ms = known_ms;
    if (!this.#chain.has(tile.cell) && tile.cell !== ROOT_TILE) {
      if (known_ms.length !== tile.borderNodes) {
        throw new DamagedTile(
          `tile ${tile.cell}: ${tile.borderNodes} border nodes, its parent knows ${known_ms.length}`,
        );
      }
      arrivals_ms = unreached(tile);
      arrivals_ms.set(known_ms, ownNodes);
    }
    sweepDownward(tile, arrivals_ms);
    this.work.tilesSwept++;
    this.work.arcsRelaxed += tile.arcSlot.length;
    for (let slot = 0; slot < ownNodes; slot++) {
      if (arrivals_ms[slot]! > this.#limit_ms) arrivals_ms[slot] = UNREACHED;
      else {
        this.work.nodesSettled++;
        if (tile.nodeFlags[slot]! & EXIT_NODE && arrivals_ms[slot]! < this.#limit_ms) this.leavesData = true;
      }
    }
    return arrivals_ms;
  }

  /** Arrivals at the ends of the origin's edge. */
  #departures({ tile, edge, fraction }: Origin): Int32Array {
    const arrivals_ms = unreached(tile);
    const { head_ms, tail_ms } = arrivalsAtEnds(
      tile.edgeForward_ms[edge]!,
      tile.edgeBackward_ms[edge]!,
      fraction,
    );
    for (const [slot, arrival_ms] of [
      [tile.edgeHead[edge]!, head_ms],
      [tile.edgeTail[edge]!, tail_ms],
    ] as const) {
      if (arrival_ms <= this.#limit_ms) arrivals_ms[slot] = Math.min(arrivals_ms[slot]!, arrival_ms);
    }
    return arrivals_ms;
  }
}

/** Nothing reached yet, one entry a slot. */
const unreached = ({ nodeFlags, borderNodes }: RankedArcs): Int32Array =>
  new Int32Array(nodeFlags.length + borderNodes).fill(UNREACHED);

/** @throws DamagedTile where a tile that its parent lists does not exist */
function existing<Tile>(tiles: ReadonlyMap<Cell, Tile>, cell: Cell): Tile {
  const tile = tiles.get(cell);
  if (!tile) throw new DamagedTile(`road tile ${cell} is listed but missing`);
  return tile;
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
