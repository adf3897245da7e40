/**
 * Goes down the tree of H3 cells to the cells along a zone's edge. A subtree is judged by a circle around its centre that
 * holds all its cells at GRID_RESOLUTION and their neighbours: where no edge of the zone comes within it, the subtree lies
 * within the zone or without it as a whole. Each cell hands down only the edges near it, so the work follows the perimeter.
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

/** People below one cell: keys of `resolution` below it, in order, with the running total beside each. */
export interface PeopleBelow {
  readonly keys: Uint32Array;
  readonly runningTotals: Uint32Array | Float64Array;
}

/** A cell near the zone's edge, or within the zone, where the walk stops to read what lies below it. */
export interface Stop {
  readonly cell: SplitCell;
  readonly pentagon: boolean;
  /** As `rotationBelow` tells, or UNKNOWN_ROTATION where the cell does not stay on one face. */
  readonly rotation: number;
  readonly face: number;
  readonly a: number;
  readonly b: number;
  /** Edges near it; none where it lies within the zone as a whole. */
  readonly edges: Int32Array;
  /** Whether anybody lives below it, where that is known. */
  readonly occupied: boolean;
}

/** What is done with what the walk finds. Thousandths of a person throughout. */
export interface CoverVisitor {
  /** Cells without people, and all below them, are left out of the walk. */
  readonly occupiedOnly: boolean;
  /** The people of a subtree that lies within the zone as a whole. */
  addWhole(millipersons: number): void;
  /** A cell at GRID_RESOLUTION near the edge: its centre in the lattice and in degrees. */
  addEdgeCell(face: number, a: number, b: number, lon: number, lat: number, millipersons: number): void;
}

const UNKNOWN_ROTATION = -1;
const NOBODY: PeopleBelow = { keys: new Uint32Array(0), runningTotals: new Uint32Array(0) };

/**
 * Spacings of the lattice beyond the centres of a subtree's cells that must be free of edges: a cell's neighbours lie within
 * one, its vertices within 0.58. Around the poles the straight edges of a cell in longitude and latitude leave it further.
 */
const MARGIN = 1.01;
const POLAR_MARGIN = 3;
const POLAR_LATITUDE = 89.9;

export class ZoneCover {
  readonly #edges: ZoneEdges;
  readonly #visitor: CoverVisitor;
  readonly #list = new EdgeList(new Int32Array(4096));
  #people: PeopleBelow = NOBODY;
  #keyResolution = 0;
  #stopResolution = 0;
  #stops: Stop[] = [];

  constructor(edges: ZoneEdges, visitor: CoverVisitor) {
    this.#edges = edges;
    this.#visitor = visitor;
  }

  /** The cells of `resolution` that the zone may touch, from all over the globe. */
  stopsFromTop(resolution: number): Stop[] {
    this.#begin(NOBODY, 0, resolution);
    this.#list.reserve(this.#edges.count);
    for (let edge = 0; edge < this.#edges.count; edge++) this.#list.entries[edge] = edge;
    for (const { cell, pentagon } of BASE_CELLS) {
      findCentre(cell[0], cell[1]);
      const { face, a, b } = found;
      locate(face, a, b);
      const end = this.#keepNear(0, this.#edges.count, 0);
      if (end > this.#edges.count || this.#edges.polygonAt(located.lon, located.lat) > 0) {
        this.#descend(
          cell[0],
          cell[1],
          0,
          pentagon,
          UNKNOWN_ROTATION,
          face,
          a,
          b,
          this.#edges.count,
          end,
          0,
          0,
          0,
        );
      }
    }
    return this.#stops;
  }

  /**
   * Walks from a stop at `resolution` down to `stopResolution`.
   * @param people keys at `stopResolution` below the stop; `null` where nobody is
   * @returns the stops there; none where it is GRID_RESOLUTION, whose cells the visitor gets
   */
  walkBelow(stop: Stop, resolution: number, stopResolution: number, people: PeopleBelow | null): Stop[] {
    this.#begin(people ?? NOBODY, stopResolution, stopResolution);
    const all = this.#people.keys.length;
    if (stop.edges.length === 0) {
      if (all > 0) this.#visitor.addWhole(this.#people.runningTotals[all - 1]);
      return [];
    }
    if (all === 0 && this.#visitor.occupiedOnly) return [];
    this.#list.reserve(stop.edges.length);
    this.#list.entries.set(stop.edges);
    const { pentagon, rotation, face, a, b } = stop;
    const [low, high] = stop.cell;
    this.#descend(low, high, resolution, pentagon, rotation, face, a, b, 0, stop.edges.length, 0, 0, all);
    return this.#stops;
  }

  #begin(people: PeopleBelow, keyResolution: number, stopResolution: number): void {
    this.#people = people;
    this.#keyResolution = keyResolution;
    this.#stopResolution = stopResolution;
    this.#stops = [];
  }

  /** Appends to the list of edges those near the subtree of a cell at `resolution` that is centred where `located` says. */
  #keepNear(start: number, end: number, resolution: number): number {
    const margin = Math.abs(located.lat) > POLAR_LATITUDE ? POLAR_MARGIN : MARGIN;
    const reach = (REACH[resolution] + margin) * SPACING;
    const radius = reach / Math.max(LEAST_DISTANCE, located.distance - reach);
    return this.#edges.keepNear(this.#list, start, end, located.lon, located.lat, radius);
  }

  /** Judges the children of a cell near the edge. Its edges are those from `start` to `end`, its keys from `first` to `last`. */
  #descend(
    low: number,
    high: number,
    resolution: number,
    pentagon: boolean,
    knownRotation: number,
    face: number,
    a: number,
    b: number,
    start: number,
    end: number,
    key: number,
    first: number,
    last: number,
  ): void {
    let rotation = knownRotation;
    if (rotation === UNKNOWN_ROTATION && staysOnFace(a, b, resolution)) {
      rotation = rotationBelow(low, high, resolution, face, a, b);
    }
    const child = resolution + 1;
    const keysPerChild = 8 ** Math.max(0, this.#keyResolution - child);
    const { keys, runningTotals } = this.#people;
    const knowsPeople = this.#keyResolution > 0;
    let from = first;
    // Digits of children without an edge near, which lie within the zone or without it.
    let within = 0;
    let without = 0;
    for (let digit = 0; digit < 7; digit++) {
      if (pentagon && digit === 1) continue;
      const childKey = key * 8 + digit;
      const to = from < last ? firstIndexNotBelow(keys, (childKey + 1) * keysPerChild, from, last) : from;
      const childFirst = from;
      from = to;
      const occupied = to > childFirst;
      if (knowsPeople && !occupied && this.#visitor.occupiedOnly) continue;
      const lowerBits = childLow(low, resolution, digit);
      const upperBits = childHigh(high, resolution, digit);
      let childFace = face;
      let childA = a;
      let childB = b;
      if (rotation === UNKNOWN_ROTATION) {
        findCentre(lowerBits, upperBits);
        childFace = found.face;
        childA = found.a;
        childB = found.b;
      } else {
        childA += stepA(rotation, child, digit);
        childB += stepB(rotation, child, digit);
      }
      locate(childFace, childA, childB);
      const { lon, lat } = located;
      const childEnd = this.#keepNear(start, end, child);
      const near = childEnd > end;
      const millipersons = occupied
        ? runningTotals[to - 1] - (childFirst > 0 ? runningTotals[childFirst - 1] : 0)
        : 0;
      if (!near) {
        if (knowsPeople && !occupied) continue;
        const beside = rotation === UNKNOWN_ROTATION ? 0 : DIGITS_BESIDE[digit];
        // The circles of children side by side overlap, so that no edge passes between two that no edge comes near.
        const isWithin =
          (within & beside) !== 0 || ((without & beside) === 0 && this.#edges.polygonAt(lon, lat) > 0);
        if (isWithin) within |= 1 << digit;
        else {
          without |= 1 << digit;
          continue;
        }
        if (knowsPeople) {
          this.#visitor.addWhole(millipersons);
          continue;
        }
      }
      if (child < this.#stopResolution) {
        const childPentagon = pentagon && digit === 0;
        this.#descend(
          lowerBits,
          upperBits,
          child,
          childPentagon,
          rotation,
          childFace,
          childA,
          childB,
          end,
          childEnd,
          childKey,
          childFirst,
          to,
        );
      } else if (child < GRID_RESOLUTION) {
        this.#stops.push({
          cell: [lowerBits, upperBits],
          pentagon: pentagon && digit === 0,
          rotation,
          face: childFace,
          a: childA,
          b: childB,
          edges: this.#list.entries.slice(end, childEnd),
          occupied,
        });
      } else {
        this.#visitor.addEdgeCell(childFace, childA, childB, lon, lat, millipersons);
      }
    }
  }
}
