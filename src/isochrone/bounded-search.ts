/**
 * Searches all nodes within a limit on a nested contraction hierarchy: up from the origin, then down from the root, a level
 * of tiles at a time. Tiles reached completely with the longest walk left are replaced by masks.
 */
import { DamagedTile } from '../format/envelope.ts';
import type { RankedArcs } from '../format/ranked-arcs.ts';
import { CLOSED, EXIT_NODE, type RoadTile, UNREACHABLE_EDGE } from '../format/road-tile.ts';
import { EXIT_BELOW, type SeparatorTile } from '../format/separator-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { type Cell, parentOf, ROAD_TILE_LEVELS, ROOT_TILE } from '../geo/cells.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import { carryDown, carryUp } from './carry-arrivals.ts';
import { sweepDownward } from './downward-sweep.ts';
import { listedTile } from './listed-tile.ts';
import {
  type CoordinateBounds,
  HALF_WORLD_UNITS,
  lonOf,
  type Origin,
  type Reach,
  type ReachedTile,
  UNREACHED,
} from './reach.ts';
import { searchUpward } from './upward-search.ts';

/** A tile with arrivals by slot, border nodes last. */
interface SearchedTile<Tile extends RankedArcs> {
  readonly tile: Tile;
  readonly arrivals_ms: Int32Array;
}

interface ClimbedTile extends SearchedTile<RankedArcs & { readonly cell: Cell }> {
  readonly depth: number;
}

interface Entrance {
  readonly parent: SeparatorTile;
  readonly child: number;
  readonly parent_ms: Int32Array;
}

export type OnEdge = (cells: readonly Cell[]) => void;

const WHOLE = 'whole';
const FROM_BELOW = 'from below';
type Way = Entrance | typeof WHOLE | typeof FROM_BELOW;

/**
 * @param maskPixels grid of masks, in pixels around the world; without it all tiles are swept
 * @param onEdge receives cells of a level that the area enters and does not fill
 */
export async function searchBounded(
  origin: Origin,
  limit_ms: number,
  travel: Travel,
  tiles: RoadTiles,
  maskPixels?: number,
  onEdge?: OnEdge,
): Promise<Reach> {
  const chainCells = [
    ROOT_TILE,
    ...ROAD_TILE_LEVELS.slice(0, -1).map((level) => parentOf(origin.tile.cell, level)),
  ];
  const chain = await tiles.readRoadTiles(travel, { separators: chainCells.slice(1), leaves: [] });
  const separators = new Map(chain.separators);
  const search = new BoundedSearch(origin, limit_ms, maskPixels !== undefined);
  if (!search.climb(chainCells, separators)) {
    separators.set(ROOT_TILE, await readPage(chainCells[1], travel, tiles));
    search.climb(chainCells, separators);
  }
  while (search.waitingSeparators.length > 0) {
    const missing = search.waitingSeparators.filter((cell) => !separators.has(cell));
    const reading = missing.length > 0 && tiles.readRoadTiles(travel, { separators: missing, leaves: [] });
    if (onEdge && search.depth === ROAD_TILE_LEVELS.length - 1) onEdge(search.enteredSeparators);
    if (reading) for (const [cell, tile] of (await reading).separators) separators.set(cell, tile);
    search.descend(separators);
  }
  const whole = search.wholeTiles;
  const { leaves, masks } = await tiles.readRoadTiles(travel, {
    separators: [],
    leaves: search.waitingLeaves,
    ...(maskPixels !== undefined && { masks: { cells: [...whole.keys()], pixels: maskPixels } }),
  });
  search.finish(leaves);
  return {
    origin,
    limit_ms,
    tiles: search.reached,
    wholeTiles: Array.from(whole, ([cell, children]) => ({
      masks: listedTile(masks, cell),
      ...(children && { children }),
    })),
    wholeBounds: search.wholeBounds,
    leavesData: search.leavesData,
    nodesSettled: search.nodesSettled,
  };
}

async function readPage(cell: Cell, travel: Travel, tiles: RoadTiles): Promise<SeparatorTile> {
  const { pages } = await tiles.readRoadTiles(travel, { separators: [], leaves: [], pages: [cell] });
  return { ...listedTile(pages, cell), cell: ROOT_TILE };
}

class BoundedSearch {
  readonly reached = new Map<Cell, ReachedTile>();
  /** Children that are reached completely, by parent; undefined stands for all. */
  readonly wholeTiles = new Map<Cell, number[] | undefined>();
  readonly wholeBounds: CoordinateBounds = {
    west: Infinity,
    south: Infinity,
    east: -Infinity,
    north: -Infinity,
  };
  nodesSettled = 0;
  leavesData = false;
  readonly #origin: Origin;
  readonly #limit_ms: number;
  readonly #takesWhole: boolean;
  readonly #memory = new ArrivalMemory();
  /** Each tile that contains the origin has its upward arrivals. */
  readonly #chain = new Map<Cell, Int32Array>();
  #climbed: ClimbedTile | undefined;
  #waiting = new Map<Cell, Way>();
  #waitingLeaves = new Map<Cell, Way>();
  #depth = 0;

  constructor(origin: Origin, limit_ms: number, takesWhole: boolean) {
    this.#origin = origin;
    this.#limit_ms = limit_ms;
    // An unreachable component may reach places without masks.
    this.#takesWhole = takesWhole && (origin.tile.edgeFlags[origin.edge] & UNREACHABLE_EDGE) === 0;
  }

  get waitingSeparators(): Cell[] {
    return [...this.#waiting.keys()];
  }

  get enteredSeparators(): Cell[] {
    return [...this.#waiting].filter(([, way]) => way !== WHOLE).map(([cell]) => cell);
  }

  get depth(): number {
    return this.#depth;
  }

  get waitingLeaves(): Cell[] {
    return [...this.#waitingLeaves.keys()];
  }

  /**
   * Climbs until a tile cannot be left in time.
   * @param chainCells from the root to the parent of the origin's tile
   * @returns false if the root's page is needed first
   */
  climb(chainCells: readonly Cell[], separators: ReadonlyMap<Cell, SeparatorTile>): boolean {
    this.#climbed ??= this.#searchUp(chainCells.length, this.#origin.tile, this.#departures(this.#origin));
    while (this.#climbed.depth > 0 && this.#leavesTile(this.#climbed)) {
      const { depth, tile, arrivals_ms: below_ms } = this.#climbed;
      const cell = chainCells[depth - 1];
      if (cell === ROOT_TILE && !separators.has(cell)) return false;
      const parent = listedTile(separators, cell);
      const child = parent.childCells.indexOf(tile.cell);
      if (child < 0) throw new DamagedTile('roads', `${cell} does not list its child ${tile.cell}`);
      const arrivals_ms = this.#memory.unreached(parent);
      carryUp(parent, child, below_ms, arrivals_ms);
      this.#climbed = this.#searchUp(depth - 1, parent, arrivals_ms);
    }
    const { depth, tile } = this.#climbed;
    this.#depth = depth;
    (depth === chainCells.length ? this.#waitingLeaves : this.#waiting).set(tile.cell, FROM_BELOW);
    return true;
  }

  #searchUp(depth: number, tile: ClimbedTile['tile'], arrivals_ms: Int32Array): ClimbedTile {
    searchUpward(tile, arrivals_ms, this.#limit_ms);
    this.#chain.set(tile.cell, arrivals_ms);
    return { depth, tile, arrivals_ms };
  }

  /** Tells whether a border node is reached in time, and otherwise resets all to UNREACHED. */
  #leavesTile({ tile, arrivals_ms }: SearchedTile<RankedArcs>): boolean {
    const borders_ms = arrivals_ms.subarray(tile.nodeFlags.length);
    for (const arrival_ms of borders_ms) if (arrival_ms <= this.#limit_ms) return true;
    borders_ms.fill(UNREACHED);
    return false;
  }

  descend(separators: ReadonlyMap<Cell, SeparatorTile>): void {
    const entered = this.#waiting;
    this.#depth++;
    const next = new Map<Cell, Way>();
    for (const [cell, way] of entered) {
      const tile = listedTile(separators, cell);
      if (way === WHOLE) {
        for (let child = 0; child < tile.childCells.length; child++) this.#takeWhole(tile, child, next);
      } else {
        const arrivals_ms = this.#sweep(tile, way);
        for (let child = 0; child < tile.childCells.length; child++) {
          this.#enter(tile, child, arrivals_ms, next);
        }
      }
    }
    const leavesNext = this.#depth === ROAD_TILE_LEVELS.length;
    this.#waiting = leavesNext ? new Map() : next;
    if (leavesNext) this.#waitingLeaves = next;
  }

  finish(leaves: ReadonlyMap<Cell, RoadTile>): void {
    for (const [cell, way] of this.#waitingLeaves) {
      const tile = listedTile(leaves, cell);
      this.reached.set(cell, { tile, arrivals_ms: this.#sweep(tile, way) });
    }
  }

  #enter(parent: SeparatorTile, child: number, parent_ms: Int32Array, next: Map<Cell, Way>): void {
    const { childFirstBorder, borderSlot, borderFarthest_ms } = parent;
    const cell = parent.childCells[child];
    const first = childFirstBorder[child];
    const end = childFirstBorder[child + 1];
    const containsOrigin = this.#chain.has(cell);
    if (!containsOrigin) {
      let border = first;
      while (border < end && parent_ms[borderSlot[border]] > this.#limit_ms) border++;
      if (border === end) return;
    }
    let whole_ms = UNREACHED;
    for (let border = first; border < end; border++) {
      const farthest_ms = parent_ms[borderSlot[border]] + borderFarthest_ms[border];
      if (farthest_ms < whole_ms) whole_ms = farthest_ms;
    }
    const isWhole =
      whole_ms <= this.#limit_ms &&
      this.#takesWhole &&
      !containsOrigin &&
      this.#isThisSideOfAntimeridian(parent, child);
    if (isWhole) this.#takeWhole(parent, child, next);
    else next.set(cell, { parent, child, parent_ms });
  }

  #takeWhole(tile: SeparatorTile, child: number, next: Map<Cell, Way>): void {
    const cell = tile.childCells[child];
    if (tile.childFlags[child] & EXIT_BELOW) this.leavesData = true;
    const bounds = this.wholeBounds;
    bounds.west = Math.min(bounds.west, tile.childWest[child]);
    bounds.south = Math.min(bounds.south, tile.childSouth[child]);
    bounds.east = Math.max(bounds.east, tile.childEast[child]);
    bounds.north = Math.max(bounds.north, tile.childNorth[child]);
    const levelsBelow = ROAD_TILE_LEVELS.length - this.#depth;
    if (levelsBelow > 1) next.set(cell, WHOLE);
    else if (levelsBelow === 1) this.wholeTiles.set(cell, undefined);
    else if (!this.wholeTiles.has(tile.cell)) this.wholeTiles.set(tile.cell, [child]);
    else this.wholeTiles.get(tile.cell)?.push(child);
  }

  #isThisSideOfAntimeridian({ childWest, childEast }: SeparatorTile, child: number): boolean {
    const lon = lonOf(this.#origin);
    return lon - childWest[child] <= HALF_WORLD_UNITS && childEast[child] - lon <= HALF_WORLD_UNITS;
  }

  #sweep(tile: RankedArcs & { readonly cell: Cell }, way: Way): Int32Array {
    const arrivals_ms = this.#chain.get(tile.cell) ?? this.#memory.unreached(tile);
    if (typeof way === 'object') {
      const { parent, child, parent_ms } = way;
      const known = parent.childFirstBorder[child + 1] - parent.childFirstBorder[child];
      if (known !== tile.borderNodes) {
        throw new DamagedTile(
          'roads',
          `${tile.cell}: ${tile.borderNodes} border nodes, its parent knows ${known}`,
        );
      }
      carryDown(parent, child, parent_ms, arrivals_ms);
    }
    const settled = sweepDownward(tile, arrivals_ms, this.#limit_ms);
    this.nodesSettled += settled;
    this.leavesData ||= settled > 0 && this.#passesExit(tile, arrivals_ms);
    return arrivals_ms;
  }

  #passesExit({ nodeFlags }: RankedArcs, arrivals_ms: Int32Array): boolean {
    for (let slot = 0; slot < nodeFlags.length; slot++) {
      if (nodeFlags[slot] & EXIT_NODE && arrivals_ms[slot] < this.#limit_ms) return true;
    }
    return false;
  }

  #departures({ tile, edge, fraction }: Origin): Int32Array {
    const arrivals_ms = this.#memory.unreached(tile);
    const { head_ms, tail_ms } = arrivalsAtEnds(
      tile.edgeForward_ms[edge],
      tile.edgeBackward_ms[edge],
      fraction,
    );
    for (const [slot, arrival_ms] of [
      [tile.edgeHead[edge], head_ms],
      [tile.edgeTail[edge], tail_ms],
    ] as const) {
      if (arrival_ms <= this.#limit_ms) arrivals_ms[slot] = Math.min(arrivals_ms[slot], arrival_ms);
    }
    return arrivals_ms;
  }
}

/** Allocates arrivals in large blocks. */
class ArrivalMemory {
  #piece = new Int32Array(0);
  #used = 0;

  unreached({ nodeFlags, borderNodes }: RankedArcs): Int32Array {
    const slots = nodeFlags.length + borderNodes;
    if (this.#used + slots > this.#piece.length) {
      this.#piece = new Int32Array(Math.max(slots, PIECE_SLOTS)).fill(UNREACHED);
      this.#used = 0;
    }
    const offset_bytes = this.#used * Int32Array.BYTES_PER_ELEMENT;
    this.#used += slots;
    return new Int32Array(this.#piece.buffer, offset_bytes, slots);
  }
}

const PIECE_SLOTS = 16_384;

/** Computes whole milliseconds from a point on an edge to its ends. A point at an end may leave by any edge. */
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
