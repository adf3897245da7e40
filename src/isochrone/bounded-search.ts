/**
 * Searches all nodes within a limit on a nested contraction hierarchy: up from the departures, then down from the highest tiles
 * reached, a level at a time. Tiles reached completely with the longest walk left are replaced by masks.
 */
import { DamagedTile } from '../format/envelope.ts';
import type { RankedArcs } from '../format/ranked-arcs.ts';
import {
  CLOSED,
  EXIT_NODE,
  PRESUMED_EXIT,
  type RoadBarriers,
  type RoadTile,
  UNREACHABLE_EDGE,
} from '../format/road-tile.ts';
import { EXIT_BELOW, type SeparatorTile } from '../format/separator-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { type Cell, parentOf, parentsOf, ROAD_TILE_LEVELS, ROOT_TILE } from '../geo/cells.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import { carryDown, carryUp } from './carry-arrivals.ts';
import { sweepDownward } from './downward-sweep.ts';
import { exitFlagsOf, leadsToExit } from './exit-slots.ts';
import { listedTile } from './listed-tile.ts';
import {
  type CoordinateBounds,
  type Departure,
  type DrawnTile,
  HALF_WORLD_UNITS,
  lonOf,
  type Origin,
  type Reach,
  type ReachedExit,
  type ReachedTile,
  UNREACHED,
} from './reach.ts';
import { searchUpward } from './upward-search.ts';

const LEAF_DEPTH = ROAD_TILE_LEVELS.length;

/** A tile with arrivals by slot, border nodes last. */
interface SearchedTile {
  readonly tile: RankedArcs & { readonly cell: Cell };
  readonly arrivals_ms: Int32Array;
}

interface Entrance {
  readonly parent: SeparatorTile;
  readonly child: number;
  readonly parent_ms: Int32Array;
}

const NO_BOUNDS: CoordinateBounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };

export type OnEdge = (cells: readonly Cell[]) => void;

const WHOLE = 'whole';
const FROM_BELOW = 'from below';
type Way = Entrance | typeof WHOLE | typeof FROM_BELOW;

export interface SearchOptions {
  /** Grid of masks, in pixels around the world; without it all tiles are swept. */
  readonly maskPixels?: number | undefined;
  /** Receives cells of a level that the area enters and does not fill. */
  readonly onEdge?: OnEdge | undefined;
  /** Lists exits, and sweeps all tiles that have some. */
  readonly listsExits?: boolean;
  /** The search starts here in place of the origin: at least one, all in one province. */
  readonly departures?: readonly Departure[];
  /** What searches that listed exits reached in the same tiles. This search goes on, and enters what it reaches earlier. */
  readonly before?: Reach | undefined;
}

/** Searches the roads of one region from an origin or departures, reading tiles level by level. */
export const searchBounded = (
  origin: Origin,
  limit_ms: number,
  travel: Travel,
  tiles: RoadTiles,
  options: SearchOptions = {},
): Promise<Reach> => new BoundedSearch(origin, limit_ms, travel, tiles, options).run();

/** Copies what drawing needs of a tile, so that the pack it was read with is freed. */
function drawnTile(tile: RoadTile): DrawnTile {
  return {
    cell: tile.cell,
    edgeTail: tile.edgeTail.slice(),
    edgeHead: tile.edgeHead.slice(),
    edgeForward_ms: tile.edgeForward_ms.slice(),
    edgeBackward_ms: tile.edgeBackward_ms.slice(),
    edgeFlags: tile.edgeFlags.slice(),
    edgeFirstPoint: tile.edgeFirstPoint.slice(),
    pointLon: tile.pointLon.slice(),
    pointLat: tile.pointLat.slice(),
    barriers: tile.barriers ? withoutBuffer(tile.barriers) : null,
  };
}

const withoutBuffer = ({ blocked, hiddenEdge, hiddenPoint }: RoadBarriers): RoadBarriers => ({
  blocked: { ...blocked, steps: blocked.steps.slice(), crossings: blocked.crossings.slice() },
  hiddenEdge: hiddenEdge.slice(),
  hiddenPoint: hiddenPoint.slice(),
});

class BoundedSearch {
  readonly #origin: Origin;
  readonly #limit_ms: number;
  readonly #travel: Travel;
  readonly #tiles: RoadTiles;
  readonly #options: SearchOptions;
  readonly #departures: readonly Departure[];
  readonly #takesWhole: boolean;
  readonly #separators = new Map<Cell, SeparatorTile>();
  readonly #reached: Map<Cell, ReachedTile>;
  /** Children that are reached completely, by parent; undefined stands for all. */
  readonly #wholeTiles: Map<Cell, Set<number> | undefined>;
  readonly #wholeBounds: CoordinateBounds;
  readonly #swept_ms: Map<Cell, Int32Array>;
  readonly #exits = new Map<string, ReachedExit>();
  #nodesSettled: number;
  #leavesData = false;
  /** Each tile that contains a departure has its upward arrivals. */
  readonly #chain = new Map<Cell, Int32Array>();
  /** Tiles by depth that no search leaves upwards in time. */
  readonly #tops: readonly Cell[][] = Array.from({ length: LEAF_DEPTH + 1 }, () => []);
  /** Flags of exits by slot, of swept tiles. */
  readonly #exitFlags = new Map<Cell, Uint8Array>();
  /** Tiles at the current depth that are entered. */
  #waiting = new Map<Cell, Way>();
  #depth = 0;

  constructor(origin: Origin, limit_ms: number, travel: Travel, tiles: RoadTiles, options: SearchOptions) {
    const { departures = [origin], before, maskPixels } = options;
    this.#origin = origin;
    this.#limit_ms = limit_ms;
    this.#travel = travel;
    this.#tiles = tiles;
    this.#options = options;
    this.#departures = departures;
    // An unreachable component may reach places without masks.
    const isReachable = ({ tile, edge }: Departure): boolean =>
      (tile.edgeFlags[edge] & UNREACHABLE_EDGE) === 0;
    this.#takesWhole = maskPixels !== undefined && departures.every(isReachable);
    this.#reached = new Map(before?.tiles);
    this.#wholeTiles = new Map(
      before?.wholeTiles.map(({ masks, children }) => [masks.cell, children && new Set(children)]),
    );
    this.#wholeBounds = { ...(before?.wholeBounds ?? NO_BOUNDS) };
    this.#swept_ms = new Map(before?.swept_ms);
    this.#nodesSettled = before?.nodesSettled ?? 0;
  }

  async run(): Promise<Reach> {
    await this.#climb();
    for (; this.#depth < LEAF_DEPTH; this.#descend()) {
      const missing = [...this.#waiting.keys()].filter((cell) => !this.#separators.has(cell));
      const reading = missing.length > 0 && this.#readSeparators(missing);
      if (this.#depth === LEAF_DEPTH - 1) {
        const atEdge = [...this.#waiting].filter(([, way]) => way !== WHOLE);
        this.#options.onEdge?.(atEdge.map(([cell]) => cell));
      }
      if (reading) await reading;
    }
    const { before, maskPixels } = this.#options;
    const masks = new Map(before?.wholeTiles.map((known) => [known.masks.cell, known.masks]));
    const maskCells = [...this.#wholeTiles.keys()].filter((cell) => !masks.has(cell));
    const read = await this.#tiles.readRoadTiles(this.#travel, {
      separators: [],
      leaves: [...this.#waiting.keys()],
      ...(maskPixels !== undefined && { masks: { cells: maskCells, pixels: maskPixels } }),
    });
    for (const [cell, tile] of read.masks) masks.set(cell, tile);
    this.#finish(read.leaves);
    return {
      ...{ origin: this.#origin, limit_ms: this.#limit_ms },
      departures: this.#drawnDepartures(),
      tiles: this.#reached,
      wholeTiles: Array.from(this.#wholeTiles, ([cell, children]) => ({
        masks: listedTile(masks, cell),
        ...(children && { children: [...children] }),
      })),
      wholeBounds: this.#wholeBounds,
      leavesData: this.#leavesData,
      exits: [...this.#exits.values()],
      swept_ms: this.#swept_ms,
      nodesSettled: this.#nodesSettled,
    };
  }

  async #readSeparators(cells: readonly Cell[]): Promise<void> {
    const read = await this.#tiles.readRoadTiles(this.#travel, { separators: cells, leaves: [] });
    for (const [cell, tile] of read.separators) this.#separators.set(cell, tile);
  }

  /** Climbs from all departures until no tile can be left in time. */
  async #climb(): Promise<void> {
    const starts = this.#departures.map(({ tile }) => tile.cell);
    await this.#readSeparators(ROAD_TILE_LEVELS.slice(0, -1).flatMap((level) => parentsOf(starts, level)));
    let level = this.#depart();
    for (let depth = LEAF_DEPTH; level.size > 0; depth--) {
      const above = new Map<Cell, SearchedTile>();
      for (const { tile, arrivals_ms } of level.values()) {
        searchUpward(tile, arrivals_ms, this.#limit_ms);
        this.#chain.set(tile.cell, arrivals_ms);
        if (depth === 0 || !this.#leavesTile({ tile, arrivals_ms })) {
          this.#tops[depth].push(tile.cell);
          continue;
        }
        const parent = await this.#parentOf(tile.cell, depth);
        const child = parent.childCells.indexOf(tile.cell);
        if (child < 0) throw new DamagedTile('roads', `${parent.cell} does not list its child ${tile.cell}`);
        const searched = above.get(parent.cell) ?? { tile: parent, arrivals_ms: unreached(parent) };
        above.set(parent.cell, searched);
        carryUp(parent, child, arrivals_ms, searched.arrivals_ms);
      }
      level = above;
    }
    this.#depth = this.#tops.findIndex((cells) => cells.length > 0);
    this.#wait(new Map());
  }

  /** Returns the parent of a tile: of a province, its page of the root, which is read when it is first needed. */
  async #parentOf(cell: Cell, depth: number): Promise<SeparatorTile> {
    if (depth > 1) return listedTile(this.#separators, parentOf(cell, ROAD_TILE_LEVELS[depth - 2]));
    if (!this.#separators.has(ROOT_TILE)) {
      const wanted = { separators: [], leaves: [], pages: [cell] };
      const { pages } = await this.#tiles.readRoadTiles(this.#travel, wanted);
      this.#separators.set(ROOT_TILE, { ...listedTile(pages, cell), cell: ROOT_TILE });
    }
    return listedTile(this.#separators, ROOT_TILE);
  }

  /** Waits for tiles at the current depth, those with departures that their parents do not enter included. */
  #wait(entered: Map<Cell, Way>): void {
    for (const cell of this.#tops[this.#depth]) if (!entered.has(cell)) entered.set(cell, FROM_BELOW);
    this.#waiting = entered;
  }

  /** Tells whether a border node is reached in time and earlier than before, and otherwise resets all to UNREACHED. */
  #leavesTile({ tile, arrivals_ms }: SearchedTile): boolean {
    for (let slot = tile.nodeFlags.length; slot < arrivals_ms.length; slot++)
      if (this.#isEarlier(tile.cell, slot, arrivals_ms[slot])) return true;
    arrivals_ms.fill(UNREACHED, tile.nodeFlags.length);
    return false;
  }

  #isEarlier(cell: Cell, slot: number, arrival_ms: number): boolean {
    const before_ms = this.#options.before?.swept_ms.get(cell)?.[slot] ?? UNREACHED;
    return arrival_ms <= this.#limit_ms && arrival_ms < before_ms;
  }

  #descend(): void {
    const entered = this.#waiting;
    this.#depth++;
    const next = new Map<Cell, Way>();
    for (const [cell, way] of entered) {
      const tile = listedTile(this.#separators, cell);
      if (way === WHOLE) {
        for (let child = 0; child < tile.childCells.length; child++) this.#takeWhole(tile, child, next);
      } else {
        const arrivals_ms = this.#sweep(tile, way);
        for (let child = 0; child < tile.childCells.length; child++) {
          this.#enter(tile, child, arrivals_ms, next);
        }
      }
    }
    this.#wait(next);
  }

  #finish(leaves: ReadonlyMap<Cell, RoadTile>): void {
    for (const [cell, way] of this.#waiting) {
      const tile = listedTile(leaves, cell);
      const arrivals_ms = this.#sweep(tile, way);
      if (this.#options.listsExits) this.#listExits(tile, arrivals_ms);
      if (!this.#isDrawnByMask(cell, way))
        this.#reached.set(cell, { tile: this.#options.listsExits ? drawnTile(tile) : tile, arrivals_ms });
    }
  }

  #isDrawnByMask(cell: Cell, way: Way): boolean {
    if (typeof way !== 'object' || !this.#takesWhole || this.#reached.has(cell)) return false;
    const { parent, child } = way;
    return this.#wholeTiles.has(parent.cell) && (this.#wholeTiles.get(parent.cell)?.has(child) ?? true);
  }

  /** A departure is drawn also in a tile that is drawn by its mask, as it may lie between the points that the mask has. */
  #drawnDepartures(): Departure<DrawnTile>[] {
    const own = this.#departures.map((departure) => {
      const { tile } = departure;
      return { ...departure, tile: this.#reached.get(tile.cell)?.tile ?? drawnTile(tile) };
    });
    return [...(this.#options.before?.departures ?? []), ...own];
  }

  /** Finds the positions of exits at the ends of edges, as nodes have none of their own. */
  #listExits(tile: RoadTile, arrivals_ms: Int32Array): void {
    const { edgeTail, edgeHead, edgeForward_ms, edgeBackward_ms, edgeFirstPoint, pointLon, pointLat } = tile;
    const exitFlags = this.#exitFlags.get(tile.cell)!;
    const list = (slot: number, point: number, from: number, from_ms: number): void => {
      const arrival_ms = arrivals_ms[slot];
      if (exitFlags[slot] === 0 || arrival_ms >= this.#limit_ms) return;
      const [lon, lat] = [pointLon[point], pointLat[point]];
      const key = `${lon},${lat}`;
      const known = this.#exits.get(key);
      if (known && (arrival_ms > known.arrival_ms || from_ms !== arrival_ms)) return;
      const isPresumed = (exitFlags[slot] & PRESUMED_EXIT) !== 0;
      this.#exits.set(key, {
        lon,
        lat,
        fromLon: pointLon[from],
        fromLat: pointLat[from],
        arrival_ms,
        isPresumed,
      });
    };
    for (let edge = 0; edge < edgeTail.length; edge++) {
      const [tail, head] = [edgeTail[edge], edgeHead[edge]];
      const [first, last] = [edgeFirstPoint[edge], edgeFirstPoint[edge + 1] - 1];
      list(tail, first, first + 1, arrivals_ms[head] + edgeBackward_ms[edge]);
      list(head, last, last - 1, arrivals_ms[tail] + edgeForward_ms[edge]);
    }
  }

  #enter(parent: SeparatorTile, child: number, parent_ms: Int32Array, next: Map<Cell, Way>): void {
    const { childFirstBorder, borderSlot, borderFarthest_ms } = parent;
    const cell = parent.childCells[child];
    const first = childFirstBorder[child];
    const end = childFirstBorder[child + 1];
    const containsDeparture = this.#chain.has(cell);
    if (!containsDeparture) {
      const slots = borderSlot.subarray(first, end);
      if (!slots.some((slot) => this.#isEarlier(parent.cell, slot, parent_ms[slot]))) return;
    }
    let whole_ms = UNREACHED;
    for (let border = first; border < end; border++) {
      const farthest_ms = parent_ms[borderSlot[border]] + borderFarthest_ms[border];
      if (farthest_ms < whole_ms) whole_ms = farthest_ms;
    }
    const isWhole =
      whole_ms <= this.#limit_ms &&
      this.#takesWhole &&
      !containsDeparture &&
      this.#isThisSideOfAntimeridian(parent, child);
    const isSwept =
      !isWhole ||
      (this.#options.listsExits &&
        leadsToExit({ parent, child, exitFlags: this.#exitFlags.get(parent.cell)! }));
    if (isSwept) next.set(cell, { parent, child, parent_ms });
    // A leaf that is swept for its exits alone is drawn by its mask.
    if (isWhole && (!isSwept || this.#depth === LEAF_DEPTH)) this.#takeWhole(parent, child, next);
  }

  #takeWhole(tile: SeparatorTile, child: number, next: Map<Cell, Way>): void {
    const cell = tile.childCells[child];
    if (tile.childFlags[child] & EXIT_BELOW) this.#leavesData = true;
    const bounds = this.#wholeBounds;
    bounds.west = Math.min(bounds.west, tile.childWest[child]);
    bounds.south = Math.min(bounds.south, tile.childSouth[child]);
    bounds.east = Math.max(bounds.east, tile.childEast[child]);
    bounds.north = Math.max(bounds.north, tile.childNorth[child]);
    const levelsBelow = ROAD_TILE_LEVELS.length - this.#depth;
    if (levelsBelow > 1) next.set(cell, WHOLE);
    else if (levelsBelow === 1) this.#wholeTiles.set(cell, undefined);
    else if (!this.#wholeTiles.has(tile.cell)) this.#wholeTiles.set(tile.cell, new Set([child]));
    else this.#wholeTiles.get(tile.cell)?.add(child);
  }

  #isThisSideOfAntimeridian({ childWest, childEast }: SeparatorTile, child: number): boolean {
    const lon = lonOf(this.#origin);
    return lon - childWest[child] <= HALF_WORLD_UNITS && childEast[child] - lon <= HALF_WORLD_UNITS;
  }

  #sweep(tile: RankedArcs & { readonly cell: Cell }, way: Way): Int32Array {
    const arrivals_ms = this.#chain.get(tile.cell) ?? unreached(tile);
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
    if (this.#options.listsExits) {
      const above =
        typeof way === 'object' ? { ...way, exitFlags: this.#exitFlags.get(way.parent.cell)! } : null;
      this.#exitFlags.set(tile.cell, exitFlagsOf(tile, above));
    }
    const settled = sweepDownward(tile, arrivals_ms, this.#limit_ms);
    this.#nodesSettled += settled;
    this.#leavesData ||= settled > 0 && this.#passesExit(tile, arrivals_ms);
    // A page of the root has other nodes in another province.
    if (this.#options.listsExits && tile.cell !== ROOT_TILE) {
      const before_ms = this.#options.before?.swept_ms.get(tile.cell);
      if (before_ms) keepEarlier(arrivals_ms, before_ms);
      this.#swept_ms.set(tile.cell, arrivals_ms);
    }
    return arrivals_ms;
  }

  #passesExit({ nodeFlags }: RankedArcs, arrivals_ms: Int32Array): boolean {
    for (let slot = 0; slot < nodeFlags.length; slot++) {
      if (nodeFlags[slot] & EXIT_NODE && arrivals_ms[slot] < this.#limit_ms) return true;
    }
    return false;
  }

  /** @returns tiles with departures, by cell */
  #depart(): Map<Cell, SearchedTile> {
    const departed = new Map<Cell, SearchedTile>();
    for (const { tile, edge, fraction, departs_ms } of this.#departures) {
      const searched = departed.get(tile.cell) ?? { tile, arrivals_ms: unreached(tile) };
      departed.set(tile.cell, searched);
      const { arrivals_ms } = searched;
      const { head_ms, tail_ms } = arrivalsAtEnds(
        tile.edgeForward_ms[edge],
        tile.edgeBackward_ms[edge],
        fraction,
      );
      for (const [slot, later_ms] of [
        [tile.edgeHead[edge], head_ms],
        [tile.edgeTail[edge], tail_ms],
      ] as const) {
        const arrival_ms = departs_ms + later_ms;
        if (arrival_ms <= this.#limit_ms) arrivals_ms[slot] = Math.min(arrivals_ms[slot], arrival_ms);
      }
    }
    return departed;
  }
}

function keepEarlier(arrivals_ms: Int32Array, before_ms: Int32Array): void {
  for (let slot = 0; slot < arrivals_ms.length; slot++)
    if (before_ms[slot] < arrivals_ms[slot]) arrivals_ms[slot] = before_ms[slot];
}

const unreached = ({ nodeFlags, borderNodes }: RankedArcs): Int32Array =>
  new Int32Array(nodeFlags.length + borderNodes).fill(UNREACHED);

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
