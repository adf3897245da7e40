/**
 * Covers a zone with H3 cells of mixed resolutions: whole cells inside, and cells at GRID_RESOLUTION along its edge (as a
 * quadtree cover). It descends only where an edge meets the circle around a cell's subtree; elsewhere the subtree is all in or
 * out.
 */
import { GRID_RESOLUTION } from '../geo/cells.ts';
import {
  ADJACENT_DIGITS,
  BASE_CELLS,
  childHigh,
  childLow,
  findCentre,
  REACH,
  rotationBelow,
  type SplitCell,
  staysOnFace,
  stepA,
  stepB,
} from '../geo/grid-descent.ts';
import { found, LEAST_DISTANCE, locate, located, SPACING } from '../geo/grid-lattice.ts';
import { firstIndexNotBelow } from '../geo/sorted-keys.ts';
import { EdgeList, type ZoneEdges } from '../geo/zone-edges.ts';

/** Occupied cells below a cell: ascending keys, and cumulative millipersons. */
export interface PeopleBelow {
  readonly keys: Uint32Array;
  readonly runningTotals: Uint32Array | Float64Array;
}

/** A cell where the walk pauses, so that the caller can read the counts below it. */
export interface Stop {
  readonly cell: SplitCell;
  readonly pentagon: boolean;
  /** The rotation is that of `rotationBelow`, or UNKNOWN_ROTATION on several faces. */
  readonly rotation: number;
  readonly face: number;
  readonly a: number;
  readonly b: number;
  /** Zone edges near the cell; a cell inside the zone has none. */
  readonly edges: Int32Array;
  readonly occupied: boolean;
}

export interface CoverVisitor {
  /** It receives no edge cells without people. */
  readonly occupiedOnly: boolean;
  /** @param keysStart, keysEnd half-open range of occupied cells inside the zone */
  addWhole(millipersons: number, keysStart: number, keysEnd: number): void;
  /** @param cell at GRID_RESOLUTION, valid during the call */
  addEdgeCell(cell: EdgeCell): void;
}

/** A cell at GRID_RESOLUTION near the edge, with `lon` and `lat` of its centre in degrees. */
export interface EdgeCell {
  face: number;
  a: number;
  b: number;
  lon: number;
  lat: number;
  /** The distance is that of the centre, as in `located`. */
  distance: number;
  millipersons: number;
  /** An occupied cell has this index in the keys. */
  key: number;
  /** Entries `edgesStart` to `edgesEnd` - 1 are near the cell. */
  readonly edges: EdgeList;
  edgesStart: number;
  edgesEnd: number;
}

const UNKNOWN_ROTATION = -1;
const NOBODY: PeopleBelow = { keys: new Uint32Array(0), runningTotals: new Uint32Array(0) };

/** Margins are in lattice spacings: neighbours are within 1, vertices within 0.58; edges near poles reach further. */
const MARGIN = 1.01;
const POLAR_MARGIN = 3;
/** Cells beyond this latitude in degrees count as near a pole. */
export const POLAR_LATITUDE = 89.9;

/**
 * Computes an upper bound in radians of a distance in lattice spacings.
 * @param distance of the middle, as in `located`
 */
export function angleOfSpacings(spacings: number, distance: number): number {
  const reach = spacings * SPACING;
  return reach / Math.max(LEAST_DISTANCE, distance - reach);
}

class Level {
  readonly resolution: number;
  low = 0;
  high = 0;
  pentagon = false;
  rotation = UNKNOWN_ROTATION;
  face = 0;
  a = 0;
  b = 0;
  /** Half-open range of the near edges. */
  edgesStart = 0;
  edgesEnd = 0;
  /** The path has child digits in base 8. */
  path = 0;
  /** Bitmasks mark children without near edges: within, and outside. */
  childrenWithin = 0;
  childrenWithout = 0;
  /** Keys below the cell have this half-open range. */
  keysStart = 0;
  keysEnd = 0;

  constructor(resolution: number) {
    this.resolution = resolution;
  }

  get nearEdge(): boolean {
    return this.edgesEnd > this.edgesStart;
  }
}

export class ZoneCover {
  readonly #edges: ZoneEdges;
  readonly #visitor: CoverVisitor;
  readonly #list = new EdgeList(new Int32Array(4096));
  readonly #edgeCell: EdgeCell = {
    ...{
      face: 0,
      a: 0,
      b: 0,
      lon: 0,
      lat: 0,
      distance: 0,
      millipersons: 0,
      key: 0,
      edgesStart: 0,
      edgesEnd: 0,
    },
    edges: this.#list,
  };
  readonly #levels = Array.from({ length: GRID_RESOLUTION + 1 }, (_, resolution) => new Level(resolution));
  #people: PeopleBelow = NOBODY;
  #keyResolution = 0;
  #stopResolution = 0;
  #stops: Stop[] = [];

  constructor(edges: ZoneEdges, visitor: CoverVisitor) {
    this.#edges = edges;
    this.#visitor = visitor;
  }

  /** Finds the cells that the zone may touch. */
  stopsFromTop(resolution: number): Stop[] {
    this.#begin(NOBODY, 0, resolution);
    this.#list.reserve(this.#edges.count);
    for (let edge = 0; edge < this.#edges.count; edge++) this.#list.entries[edge] = edge;
    const top = new Level(0);
    for (const { cell, pentagon } of BASE_CELLS) {
      top.low = cell[0];
      top.high = cell[1];
      top.pentagon = pentagon;
      top.rotation = UNKNOWN_ROTATION;
      findCentreOf(top);
      locate(top.face, top.a, top.b);
      this.#keepNear(top, 0, this.#edges.count);
      if (top.nearEdge || this.#edges.polygonAt(located.lon, located.lat) > 0) this.#descend(top);
    }
    return this.#stops;
  }

  /**
   * @param people below the stop at `stopResolution`; `null` if nobody
   * @returns stops; none at GRID_RESOLUTION, whose cells go to the visitor
   */
  walkBelow(stop: Stop, resolution: number, stopResolution: number, people: PeopleBelow | null): Stop[] {
    this.#begin(people ?? NOBODY, stopResolution, stopResolution);
    const all = this.#people.keys.length;
    if (stop.edges.length === 0) {
      if (all > 0) this.#visitor.addWhole(this.#people.runningTotals[all - 1], 0, all);
      return [];
    }
    if (all === 0 && this.#visitor.occupiedOnly) return [];
    this.#list.reserve(stop.edges.length);
    this.#list.entries.set(stop.edges);
    const level = this.#levels[resolution];
    level.low = stop.cell[0];
    level.high = stop.cell[1];
    level.pentagon = stop.pentagon;
    level.rotation = stop.rotation;
    level.face = stop.face;
    level.a = stop.a;
    level.b = stop.b;
    level.edgesStart = 0;
    level.edgesEnd = stop.edges.length;
    level.path = 0;
    level.keysStart = 0;
    level.keysEnd = all;
    this.#descend(level);
    return this.#stops;
  }

  #begin(people: PeopleBelow, keyResolution: number, stopResolution: number): void {
    this.#people = people;
    this.#keyResolution = keyResolution;
    this.#stopResolution = stopResolution;
    this.#stops = [];
  }

  #keepNear(level: Level, start: number, end: number): void {
    const margin = Math.abs(located.lat) > POLAR_LATITUDE ? POLAR_MARGIN : MARGIN;
    const radius = angleOfSpacings(REACH[level.resolution] + margin, located.distance);
    level.edgesStart = end;
    level.edgesEnd = this.#edges.keepNear(this.#list, start, end, located.lon, located.lat, radius);
  }

  #descend(parent: Level): void {
    if (parent.rotation === UNKNOWN_ROTATION) findRotation(parent);
    const { pentagon, edgesStart, edgesEnd, keysEnd: endOfKeys } = parent;
    const child = this.#levels[parent.resolution + 1];
    const { resolution } = child;
    const knowsPeople = this.#keyResolution > 0;
    const keysPerChild = 8 ** Math.max(0, this.#keyResolution - resolution);
    const { keys } = this.#people;
    // Siblings' ranges are consecutive.
    let keysStart = parent.keysStart;
    let keysEnd = keysStart;
    parent.childrenWithin = 0;
    parent.childrenWithout = 0;
    for (let digit = 0; digit < 7; digit++) {
      if (pentagon && digit === 1) continue;
      const path = parent.path * 8 + digit;
      keysStart = keysEnd;
      if (keysStart < endOfKeys)
        keysEnd = firstIndexNotBelow(keys, (path + 1) * keysPerChild, keysStart, endOfKeys);
      const occupied = keysEnd > keysStart;
      if (knowsPeople && !occupied && this.#visitor.occupiedOnly) continue;
      child.path = path;
      child.keysStart = keysStart;
      child.keysEnd = keysEnd;
      placeChild(parent, child, digit);
      locate(child.face, child.a, child.b);
      const { lon, lat, distance } = located;
      this.#keepNear(child, edgesStart, edgesEnd);
      if (!child.nearEdge) {
        if ((knowsPeople && !occupied) || !this.#isWithin(parent, digit, lon, lat)) continue;
        if (knowsPeople) {
          this.#visitor.addWhole(this.#peopleBelow(child), keysStart, keysEnd);
          continue;
        }
      }
      if (resolution === GRID_RESOLUTION) {
        this.#addEdgeCell(child, lon, lat, distance);
        continue;
      }
      nameChild(parent, child, digit);
      if (resolution < this.#stopResolution) this.#descend(child);
      else this.#stopAt(child);
    }
  }

  #isWithin(parent: Level, digit: number, lon: number, lat: number): boolean {
    const { rotation, childrenWithin, childrenWithout } = parent;
    const adjacent = rotation === UNKNOWN_ROTATION ? 0 : ADJACENT_DIGITS[digit];
    // Adjacent children's circles overlap: no edge passes between.
    const isWithin =
      (childrenWithin & adjacent) !== 0 ||
      ((childrenWithout & adjacent) === 0 && this.#edges.polygonAt(lon, lat) > 0);
    if (isWithin) parent.childrenWithin |= 1 << digit;
    else parent.childrenWithout |= 1 << digit;
    return isWithin;
  }

  #addEdgeCell(level: Level, lon: number, lat: number, distance: number): void {
    const cell = this.#edgeCell;
    cell.face = level.face;
    cell.a = level.a;
    cell.b = level.b;
    cell.lon = lon;
    cell.lat = lat;
    cell.distance = distance;
    cell.millipersons = this.#peopleBelow(level);
    cell.key = level.keysStart;
    cell.edgesStart = level.edgesStart;
    cell.edgesEnd = level.edgesEnd;
    this.#visitor.addEdgeCell(cell);
  }

  #peopleBelow({ keysStart, keysEnd }: Level): number {
    if (keysStart === keysEnd) return 0;
    const { runningTotals } = this.#people;
    return runningTotals[keysEnd - 1] - (keysStart > 0 ? runningTotals[keysStart - 1] : 0);
  }

  #stopAt(level: Level): void {
    const { low, high, pentagon, rotation, face, a, b, edgesStart, edgesEnd } = level;
    const occupied = level.keysEnd > level.keysStart;
    const edges = this.#list.entries.slice(edgesStart, edgesEnd);
    this.#stops.push({ cell: [low, high], pentagon, rotation, face, a, b, edges, occupied });
  }
}

function findCentreOf(level: Level): void {
  findCentre(level.low, level.high);
  level.face = found.face;
  level.a = found.a;
  level.b = found.b;
}

function findRotation(level: Level): void {
  const { low, high, resolution, face, a, b } = level;
  if (staysOnFace(a, b, resolution)) level.rotation = rotationBelow(low, high, resolution, face, a, b);
}

/** Places a child by a step from the parent's centre, where the rotation is known. */
function placeChild(parent: Level, child: Level, digit: number): void {
  const { rotation } = parent;
  if (rotation === UNKNOWN_ROTATION) {
    nameChild(parent, child, digit);
    findCentreOf(child);
  } else {
    child.face = parent.face;
    child.a = parent.a + stepA(rotation, child.resolution, digit);
    child.b = parent.b + stepB(rotation, child.resolution, digit);
  }
}

/** Names a child by its index, which most children do not need. */
function nameChild({ low, high, resolution, pentagon, rotation }: Level, child: Level, digit: number): void {
  child.low = childLow(low, resolution, digit);
  child.high = childHigh(high, resolution, digit);
  child.pentagon = pentagon && digit === 0;
  child.rotation = rotation;
}
