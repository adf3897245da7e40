/**
 * Covers a zone with H3 cells of mixed resolutions: whole cells inside, and cells at GRID_RESOLUTION along its edge (as a
 * quadtree cover). It descends only where an edge meets the circle around a cell's subtree; elsewhere the subtree is all in or
 * out.
 */
import { GRID_RESOLUTION } from '../geo/cells.ts';
import {
  BASE_CELLS,
  childHigh,
  childLow,
  findCentre,
  REACH,
  rotationBelow,
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

/** Sums people in thousandths of a person between two indexes of keys. */
export const totalOf = ({ runningTotals }: PeopleBelow, start: number, end: number): number =>
  end === start ? 0 : runningTotals[end - 1] - (start > 0 ? runningTotals[start - 1] : 0);

/** A cell where the walk pauses to read what is below. */
export interface Stop {
  readonly place: Level;
  /** A cell inside has no edges. */
  readonly edges: Int32Array;
  readonly occupied: boolean;
}

export interface CoverVisitor {
  /** It receives no edge cells without people. */
  readonly occupiedOnly: boolean;
  /** @param keysStart, keysEnd half-open range of occupied cells inside the zone */
  addWhole(millipersons: number, keysStart: number, keysEnd: number): void;
  /** @param cell at GRID_RESOLUTION, valid during the call; its first key is its own if people are in it */
  addEdgeCell(cell: EdgeCell, millipersons: number): void;
}

export type EdgeCell = Readonly<Level>;

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
  /** Longitude and latitude of the centre in degrees, and its distance, as in `located`. */
  lon = 0;
  lat = 0;
  distance = 0;
  readonly edges: EdgeList;
  /** Half-open range of the near edges. */
  edgesStart = 0;
  edgesEnd = 0;
  /** The path has child digits in base 8. */
  path = 0;
  /** Keys below the cell have this half-open range. */
  keysStart = 0;
  keysEnd = 0;

  constructor(resolution: number, edges: EdgeList) {
    this.resolution = resolution;
    this.edges = edges;
  }

  get nearEdge(): boolean {
    return this.edgesEnd > this.edgesStart;
  }
}

export class ZoneCover {
  readonly #edges: ZoneEdges;
  readonly #visitor: CoverVisitor;
  readonly #list = new EdgeList(new Int32Array(4096));
  readonly #levels = Array.from(
    { length: GRID_RESOLUTION + 1 },
    (_, resolution) => new Level(resolution, this.#list),
  );
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
    const top = new Level(0, this.#list);
    for (const { cell, pentagon } of BASE_CELLS) {
      top.low = cell[0];
      top.high = cell[1];
      top.pentagon = pentagon;
      top.rotation = UNKNOWN_ROTATION;
      findCentreOf(top);
      this.#keepNear(top, 0, this.#edges.count);
      if (top.nearEdge || this.#edges.polygonAt(top.lon, top.lat) > 0) this.#descend(top);
    }
    return this.#stops;
  }

  /**
   * @param people below the stop at `stopResolution`; `null` if nobody
   * @returns stops; none at GRID_RESOLUTION, whose cells go to the visitor
   */
  walkBelow(stop: Stop, stopResolution: number, people: PeopleBelow | null): Stop[] {
    this.#begin(people ?? NOBODY, stopResolution, stopResolution);
    const all = this.#people.keys.length;
    if (stop.edges.length === 0) {
      if (all > 0) this.#visitor.addWhole(this.#people.runningTotals[all - 1], 0, all);
      return [];
    }
    if (all === 0 && this.#visitor.occupiedOnly) return [];
    this.#list.reserve(stop.edges.length);
    this.#list.entries.set(stop.edges);
    const level = stop.place;
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

  /** Locates a cell, and lists those of some edges that are near. */
  #keepNear(level: Level, start: number, end: number): void {
    locate(level.face, level.a, level.b);
    const { lon, lat, distance } = located;
    level.lon = lon;
    level.lat = lat;
    level.distance = distance;
    const margin = Math.abs(lat) > POLAR_LATITUDE ? POLAR_MARGIN : MARGIN;
    const radius = angleOfSpacings(REACH[level.resolution] + margin, distance);
    level.edgesStart = end;
    level.edgesEnd = this.#edges.keepNear(this.#list, start, end, lon, lat, radius);
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
      this.#keepNear(child, edgesStart, edgesEnd);
      if (!child.nearEdge) {
        if ((knowsPeople && !occupied) || this.#edges.polygonAt(child.lon, child.lat) === 0) continue;
        if (knowsPeople) {
          this.#visitor.addWhole(totalOf(this.#people, keysStart, keysEnd), keysStart, keysEnd);
          continue;
        }
      }
      if (resolution === GRID_RESOLUTION) {
        this.#visitor.addEdgeCell(child, totalOf(this.#people, keysStart, keysEnd));
        continue;
      }
      nameChild(parent, child, digit);
      if (resolution < this.#stopResolution) this.#descend(child);
      else this.#stopAt(child);
    }
  }

  #stopAt(level: Level): void {
    this.#stops.push({
      place: Object.assign(new Level(level.resolution, this.#list), level),
      edges: this.#list.entries.slice(level.edgesStart, level.edgesEnd),
      occupied: level.keysEnd > level.keysStart,
    });
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
