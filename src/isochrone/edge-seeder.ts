/** Puts the roads of one tile into the raster: points along each reached edge, with the walk that is left there. */
import { STEPS_PER_PIXEL } from '../format/mask-tile.ts';
import {
  CLOSED,
  COORDINATE_UNIT_DEGREES,
  HEAD_DEAD_END,
  type RoadArrays,
  TAIL_DEAD_END,
} from '../format/road-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { type ArrivalRaster, PLACES_PER_PIXEL } from './arrival-raster.ts';
import { type LocalGrid, localGrid, pixelWidth_m } from './pixel-grid.ts';
import { UNREACHED } from './reach.ts';
import { ReusableBuffer } from './reusable-buffers.ts';
import { MIN_WALK_PIXELS, maxWalkPixels, WALK_M_PER_MS } from './walk-left.ts';

/**
 * A road is seeded by points at most this far apart, in places, and not much closer: half a pixel off it, between two
 * points, the way to the nearer one is a twentieth of a pixel longer than the way to the road, and ever less farther off.
 */
const APART = PLACES_PER_PIXEL / 2;
const NEAR = PLACES_PER_PIXEL / 4;
const MIN_WALK_STEPS = MIN_WALK_PIXELS * STEPS_PER_PIXEL;

/** What the raster of an isochrone depends on. */
export interface RasterScale {
  readonly travel: Travel;
  /** Pixels around the world. */
  readonly pixels: number;
}

type EdgeShapes = Pick<
  RoadArrays,
  'edgeFlags' | 'edgeFirstPoint' | 'edgeForward_ms' | 'edgeBackward_ms' | 'pointLon' | 'pointLat'
>;

const xBuffer = new ReusableBuffer((length) => new Int32Array(length));
const yBuffer = new ReusableBuffer((length) => new Int32Array(length));
const alongBuffer = new ReusableBuffer((length) => new Float64Array(length));

/** Where an edge is reached from one of its ends, or from a point on it. */
interface Entry {
  /** Time left at a share s of the edge's length from its tail: left_ms + s * perShare_ms, for shares in the range. */
  readonly left_ms: number;
  readonly perShare_ms: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The points of an edge are the same however much of it is reached, and on the whole grid, wherever the raster begins:
 * so a longer time gives each sample at least as much walk, and a mask gives it the same.
 */
export class EdgeSeeder {
  readonly #raster: ArrivalRaster;
  readonly #tile: EdgeShapes;
  readonly #grid: LocalGrid;
  readonly #stepsPerMs: number;
  /** The longest walk from a road, in 1/STEPS_PER_PIXEL pixels. */
  readonly maxSteps: number;
  /** Points of the edge in hand, in places from the raster's corner, and the way there from its tail. */
  #points = 0;
  #x = xBuffer.take(1024);
  #y = yBuffer.take(1024);
  #along = alongBuffer.take(1024);

  constructor(raster: ArrivalRaster, tile: EdgeShapes, { travel, pixels }: RasterScale) {
    this.#raster = raster;
    this.#tile = tile;
    this.#grid = localGrid(tile.pointLat[0]!, COORDINATE_UNIT_DEGREES, pixels);
    const width_m = pixelWidth_m(tile.pointLat[0]! * COORDINATE_UNIT_DEGREES, pixels);
    this.#stepsPerMs = (WALK_M_PER_MS / width_m) * STEPS_PER_PIXEL;
    this.maxSteps = Math.floor(maxWalkPixels(travel, width_m) * STEPS_PER_PIXEL);
  }

  /** An edge with all the walk left that the service allows, everywhere on it. */
  seedWhole(edge: number): void {
    this.#placePoints(edge);
    for (let point = 0; point < this.#points; point++) {
      this.#raster.seedPointOfLine(this.#x[point]!, this.#y[point]!, this.maxSteps);
    }
    this.#seedDeadEnds(edge, this.maxSteps, this.maxSteps);
  }

  /** An edge that is entered at its tail, its head or both. @param atTail_ms UNREACHED where it is not, like atHead_ms */
  seedReached(edge: number, atTail_ms: number, atHead_ms: number, limit_ms: number): void {
    const forward_ms = this.#tile.edgeForward_ms[edge]!;
    const backward_ms = this.#tile.edgeBackward_ms[edge]!;
    this.#seedEntries(edge, [
      ...(atTail_ms === UNREACHED
        ? []
        : [{ left_ms: limit_ms - atTail_ms, perShare_ms: -forward_ms, from: 0, to: 1 }]),
      ...(atHead_ms === UNREACHED
        ? []
        : [{ left_ms: limit_ms - atHead_ms - backward_ms, perShare_ms: backward_ms, from: 0, to: 1 }]),
    ]);
  }

  /** The edge that the origin lies on, in the directions that are open from there; the point itself in any case. */
  seedOrigin(edge: number, fraction: number, limit_ms: number): void {
    const forward_ms = this.#tile.edgeForward_ms[edge]!;
    const backward_ms = this.#tile.edgeBackward_ms[edge]!;
    const ahead_ms = forward_ms === CLOSED ? 0 : forward_ms;
    const behind_ms = backward_ms === CLOSED ? 0 : backward_ms;
    this.#seedEntries(edge, [
      {
        left_ms: limit_ms + fraction * ahead_ms,
        perShare_ms: -ahead_ms,
        from: fraction,
        to: forward_ms === CLOSED ? fraction : 1,
      },
      {
        left_ms: limit_ms - fraction * behind_ms,
        perShare_ms: behind_ms,
        from: backward_ms === CLOSED ? fraction : 0,
        to: fraction,
      },
    ]);
  }

  #seedEntries(edge: number, entries: readonly Entry[]): void {
    this.#placePoints(edge);
    const last = this.#points - 1;
    const length = this.#along[last]!;
    const shareOf = (point: number): number => (length > 0 ? this.#along[point]! / length : 0);
    let [tailSteps, headSteps] = [0, 0];
    for (const { left_ms, perShare_ms, from, to } of entries) {
      // The part of the range that there is time for.
      const turn = perShare_ms === 0 ? 0 : -left_ms / perShare_ms;
      const low = perShare_ms > 0 ? Math.max(from, turn) : from;
      const high = perShare_ms < 0 ? Math.min(to, turn) : to;
      if (low > high) continue;
      const stepsAt = (share: number): number => {
        const steps = Math.floor((left_ms + share * perShare_ms) * this.#stepsPerMs);
        return Math.max(MIN_WALK_STEPS, Math.min(this.maxSteps, steps));
      };
      let point = 0;
      while (point < last && shareOf(point) < low) point++;
      if (shareOf(point) > low) this.#seedBetween(point, low, length, stepsAt(low));
      for (; point <= last && shareOf(point) <= high; point++) {
        const steps = stepsAt(shareOf(point));
        this.#raster.seedPointOfLine(this.#x[point]!, this.#y[point]!, steps);
        if (point === 0) tailSteps = Math.max(tailSteps, steps);
        if (point === last) headSteps = Math.max(headSteps, steps);
      }
      if (point > 0 && point <= last && shareOf(point - 1) < high) {
        this.#seedBetween(point, high, length, stepsAt(high));
      }
    }
    this.#seedDeadEnds(edge, tailSteps, headSteps);
  }

  /** The point at a share of the edge's length, which lies on the way from the point before `point` to it. */
  #seedBetween(point: number, share: number, length: number, steps: number): void {
    const before = this.#along[point - 1]!;
    const part = (share * length - before) / (this.#along[point]! - before);
    const x = this.#x[point - 1]! + Math.round((this.#x[point]! - this.#x[point - 1]!) * part);
    const y = this.#y[point - 1]! + Math.round((this.#y[point]! - this.#y[point - 1]!) * part);
    this.#raster.seedPointOfLine(x, y, steps);
  }

  /** Where the road ends the area ends in half a circle. Steps are 0 where an end is not reached. */
  #seedDeadEnds(edge: number, tailSteps: number, headSteps: number): void {
    const flags = this.#tile.edgeFlags[edge]!;
    if (tailSteps > 0 && flags & TAIL_DEAD_END) this.#seedRound(0, tailSteps);
    if (headSteps > 0 && flags & HEAD_DEAD_END) this.#seedRound(this.#points - 1, headSteps);
  }

  #seedRound(point: number, steps: number): void {
    const x = (this.#x[point]! + 0.5) / PLACES_PER_PIXEL;
    const y = (this.#y[point]! + 0.5) / PLACES_PER_PIXEL;
    this.#raster.seedPoint(x, y, steps);
  }

  #placePoints(edge: number): void {
    const { pointLon, pointLat, edgeFirstPoint } = this.#tile;
    const { x0, y0, latUnits0, xPerUnit, yPerUnit, yPerSquareUnit } = this.#grid;
    const west = this.#raster.west * PLACES_PER_PIXEL;
    const north = this.#raster.north * PLACES_PER_PIXEL;
    const first = edgeFirstPoint[edge]!;
    const last = edgeFirstPoint[edge + 1]! - 1;
    let fromX = 0;
    let fromY = 0;
    let along = 0;
    this.#points = 0;
    for (let point = first; point <= last; point++) {
      const lat = pointLat[point]! - latUnits0;
      const x = Math.floor((x0 + pointLon[point]! * xPerUnit) * PLACES_PER_PIXEL) - west;
      const y = Math.floor((y0 + lat * (yPerUnit + lat * yPerSquareUnit)) * PLACES_PER_PIXEL) - north;
      if (point > first) {
        const dx = x - fromX;
        const dy = y - fromY;
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        if (far < NEAR && point < last) continue;
        const pieces = Math.ceil(far / APART);
        const length = Math.sqrt(dx * dx + dy * dy);
        for (let piece = 1; piece < pieces; piece++) {
          const part = piece / pieces;
          this.#push(fromX + Math.trunc(dx * part), fromY + Math.trunc(dy * part), along + length * part);
        }
        along += length;
      }
      this.#push(x, y, along);
      fromX = x;
      fromY = y;
    }
  }

  #push(x: number, y: number, along: number): void {
    const point = this.#points++;
    if (point >= this.#x.length || point >= this.#along.length) {
      this.#x = xBuffer.grow(this.#x, point, point + 1);
      this.#y = yBuffer.grow(this.#y, point, point + 1);
      this.#along = alongBuffer.grow(this.#along, point, point + 1);
    }
    this.#x[point] = x;
    this.#y[point] = y;
    this.#along[point] = along;
  }
}
