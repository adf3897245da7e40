/**
 * Covers a zone with H3 cells of mixed resolutions, by descending the H3 tree to the cells along its edge (as a quadtree cover).
 * A subtree is bounded by a circle around its centre that contains all its cells at GRID_RESOLUTION and their neighbours: without
 * an edge within, it lies inside or outside as a whole. Each cell hands down only nearby edges, so the work follows the
 * perimeter.
 */
import { GRID_RESOLUTION } from '../geo/cells.ts';
import {
  BASE_CELLS,
  childHigh,
  childLow,
  DIGITS_BESIDE,
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
import { EdgeList, type ZoneEdges } from './zone-edges.ts';

/** Keys at `resolution` below one cell, ascending, with cumulative totals. */
export interface PeopleBelow {
  readonly keys: Uint32Array;
  readonly runningTotals: Uint32Array | Float64Array;
}

/** A cell near the zone's edge, or inside the zone, at which the walk pauses to read what lies below it. */
export interface Stop {
  readonly cell: SplitCell;
  readonly pentagon: boolean;
  /** As `rotationBelow`, or UNKNOWN_ROTATION where the cell spans several faces. */
  readonly rotation: number;
  readonly face: number;
  readonly a: number;
  readonly b: number;
  /** Edges near it; none if it lies inside the zone. */
  readonly edges: Int32Array;
  /** Whether people are known to live below it. */
  readonly occupied: boolean;
}

/** Receives the results of the walk. People are in thousandths. */
export interface CoverVisitor {
  /** Whether cells without people are skipped. */
  readonly occupiedOnly: boolean;
  /**
   * A subtree inside the zone.
   * @param keysStart, keysEnd half-open range in the list of keys
   */
  addWhole(millipersons: number, keysStart: number, keysEnd: number): void;
  /**
   * A cell at GRID_RESOLUTION near the edge.
   * @param cell valid only during the call
   */
  addEdgeCell(cell: EdgeCell): void;
}

/** A cell at GRID_RESOLUTION near a zone's edge, its centre on the lattice and in degrees. */
export interface EdgeCell {
  face: number;
  a: number;
  b: number;
  lon: number;
  lat: number;
  /** Distance of the centre from the centre of the globe, as in `located`. */
  distance: number;
  millipersons: number;
  /** Index in the list of keys, if it has people. */
  key: number;
  /** Entries `edgesStart` to `edgesEnd` - 1 are near it. Entries after them may be overwritten. */
  readonly edges: EdgeList;
  edgesStart: number;
  edgesEnd: number;
}

const UNKNOWN_ROTATION = -1;
const NOBODY: PeopleBelow = { keys: new Uint32Array(0), runningTotals: new Uint32Array(0) };

/**
 * Margin of a subtree's circle in lattice spacings: neighbours lie within one, vertices within 0.58. Around the poles, edges
 * straight in longitude and latitude reach further.
 */
const MARGIN = 1.01;
const POLAR_MARGIN = 3;
export const POLAR_LATITUDE = 89.9;

/**
 * Upper bound of the angle, in radians, that a stretch of the lattice subtends.
 * @param distance of its middle, as in `located`
 */
export function angleOfSpacings(spacings: number, distance: number): number {
  const reach = spacings * SPACING;
  return reach / Math.max(LEAST_DISTANCE, distance - reach);
}

/** The current cell of one resolution. Reused, as objects for each cell would dominate allocation. */
class Level {
  readonly resolution: number;
  /** Halves of the H3 index. */
  low = 0;
  high = 0;
  pentagon = false;
  /** As in a stop. */
  rotation = UNKNOWN_ROTATION;
  /** The centre on the lattice. */
  face = 0;
  a = 0;
  b = 0;
  /** Half-open range of edges near it. */
  edgesStart = 0;
  edgesEnd = 0;
  /** Child digits since the walk's start, in base 8. */
  path = 0;
  /** Children without an edge near, a bit a digit: within the zone, and outside. */
  childrenWithin = 0;
  childrenWithout = 0;
  /** Half-open range of keys below it. */
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

  /** Cells of `resolution` that the zone may touch, over the whole globe. */
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
   * Walks from a stop at `resolution` down to `stopResolution`.
   * @param people keys at `stopResolution` below the stop; `null` if nobody lives there
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

  /**
   * Appends edges near the subtree of a cell with its centre at `located`.
   * @param start of candidates in the list, up to `end`, exclusive
   */
  #keepNear(level: Level, start: number, end: number): void {
    const margin = Math.abs(located.lat) > POLAR_LATITUDE ? POLAR_MARGIN : MARGIN;
    const radius = angleOfSpacings(REACH[level.resolution] + margin, located.distance);
    level.edgesStart = end;
    level.edgesEnd = this.#edges.keepNear(this.#list, start, end, located.lon, located.lat, radius);
  }

  /** Classifies the children of a cell near the edge. */
  #descend(parent: Level): void {
    if (parent.rotation === UNKNOWN_ROTATION) findRotation(parent);
    const { pentagon, edgesStart, edgesEnd, keysEnd: endOfKeys } = parent;
    const child = this.#levels[parent.resolution + 1];
    const { resolution } = child;
    const knowsPeople = this.#keyResolution > 0;
    const keysPerChild = 8 ** Math.max(0, this.#keyResolution - resolution);
    const { keys } = this.#people;
    // Ranges of siblings are consecutive.
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

  /** Whether a child that no edge comes near lies within the zone. @param lon of its centre, and `lat` */
  #isWithin(parent: Level, digit: number, lon: number, lat: number): boolean {
    const { rotation, childrenWithin, childrenWithout } = parent;
    const adjacent = rotation === UNKNOWN_ROTATION ? 0 : DIGITS_BESIDE[digit];
    // Circles of adjacent children overlap, so no edge passes between two without nearby edges.
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

  /** Thousandths of a person. */
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

/** Stays unknown where the cell spans several faces. */
function findRotation(level: Level): void {
  const { low, high, resolution, face, a, b } = level;
  if (staysOnFace(a, b, resolution)) level.rotation = rotationBelow(low, high, resolution, face, a, b);
}

/** Sets the centre of a child: a step from its parent's, where the rotation is known. */
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

/** Sets the index of a child, which most do not need. */
function nameChild({ low, high, resolution, pentagon, rotation }: Level, child: Level, digit: number): void {
  child.low = childLow(low, resolution, digit);
  child.high = childHigh(high, resolution, digit);
  child.pentagon = pentagon && digit === 0;
  child.rotation = rotation;
}
