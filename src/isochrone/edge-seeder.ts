/** Draws the reached edges of a road tile into the arrival raster, as points less than a pixel apart with their walk left. */
import { STEPS_PER_PIXEL } from '../format/road-model.ts';
import {
  CLOSED,
  COORDINATE_UNIT_DEGREES,
  HEAD_DEAD_END,
  type RoadArrays,
  type RoadBarriers,
  TAIL_DEAD_END,
} from '../format/road-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { type ArrivalRaster, MIN_WALK_STEPS, PLACES_PER_PIXEL } from './arrival-raster.ts';
import { type LocalGrid, localGrid, pixelWidth_m } from './pixel-grid.ts';
import { ReusableBuffer } from './reusable-buffer.ts';
import { maxWalkPixels, WALK_M_PER_MS } from './walk-left.ts';

/** Points are this far apart: distances are at most 1/8 pixel too long half a pixel off the road, 1/40 three off. */
const APART = (PLACES_PER_PIXEL * 3) / 4;
const NEAR = (PLACES_PER_PIXEL * 3) / 8;

/** Walk left of a point whose samples are seeded. */
const HIDDEN = -2;

export interface RasterScale {
  readonly travel: Travel;
  readonly pixels: number;
}

type EdgeShapes = Pick<
  RoadArrays,
  'edgeFlags' | 'edgeFirstPoint' | 'edgeForward_ms' | 'edgeBackward_ms' | 'pointLon' | 'pointLat'
> & { readonly barriers?: Pick<RoadBarriers, 'hiddenEdge' | 'hiddenPoint'> | null };

const xBuffer = new ReusableBuffer((length) => new Int32Array(length));
const yBuffer = new ReusableBuffer((length) => new Int32Array(length));
const alongBuffer = new ReusableBuffer((length) => new Float64Array(length));
const stepsBuffer = new ReusableBuffer((length) => new Int32Array(length));

/**
 * Draws edges in ascending order. Seeds depend neither on the part reached nor on the raster: a longer time never lowers a
 * sample, and masks agree with drawn roads.
 */
export class EdgeSeeder {
  readonly #raster: ArrivalRaster;
  readonly #tile: EdgeShapes;
  readonly #grid: LocalGrid;
  readonly #stepsPerMs: number;
  /** The longest walk is in 1/STEPS_PER_PIXEL pixels. */
  readonly maxSteps: number;
  /** Points have subpixels, a length from the tail, and walk left. */
  #x = xBuffer.take(1024);
  #y = yBuffer.take(1024);
  #along = alongBuffer.take(1024);
  #steps = stepsBuffer.take(1024);
  /** The first hidden point of this edge or a later one. */
  #nextHidden = 0;

  constructor(raster: ArrivalRaster, tile: EdgeShapes, { travel, pixels }: RasterScale) {
    this.#raster = raster;
    this.#tile = tile;
    this.#grid = localGrid(tile.pointLat[0], COORDINATE_UNIT_DEGREES, pixels);
    const width_m = pixelWidth_m(tile.pointLat[0] * COORDINATE_UNIT_DEGREES, pixels);
    this.#stepsPerMs = (WALK_M_PER_MS / width_m) * STEPS_PER_PIXEL;
    this.maxSteps = Math.floor(maxWalkPixels(travel, width_m) * STEPS_PER_PIXEL);
  }

  seedWhole(edge: number): void {
    this.#seedPlaced(edge, this.#placePoints(edge));
  }

  /** @param visit takes subpixels of the raster, and the number of the point */
  forEachPoint(edge: number, visit: (x: number, y: number, point: number) => void): void {
    const points = this.#placePoints(edge);
    for (let point = 0; point < points; point++) visit(this.#x[point], this.#y[point], point);
  }

  /** @param atTail_ms UNREACHED where not entered, like atHead_ms */
  seedReached(edge: number, atTail_ms: number, atHead_ms: number, limit_ms: number): void {
    const points = this.#placePoints(edge);
    const forward_ms = this.#tile.edgeForward_ms[edge];
    const backward_ms = this.#tile.edgeBackward_ms[edge];
    const fromTail_ms = limit_ms - atTail_ms;
    const fromHead_ms = limit_ms - atHead_ms;
    const perLength = this.#perLength(points);
    const along = this.#along;
    const steps = this.#steps;
    for (let point = 0; point < points; point++) {
      const share = along[point] * perLength;
      const byTail_ms = fromTail_ms - share * forward_ms;
      const byHead_ms = fromHead_ms - (1 - share) * backward_ms;
      steps[point] = this.#stepsAt(byTail_ms > byHead_ms ? byTail_ms : byHead_ms);
    }
    this.#seedPlaced(edge, points);
    if (fromTail_ms >= 0 && fromTail_ms < forward_ms) this.#seedBetween(points, fromTail_ms / forward_ms, 0);
    if (fromHead_ms >= 0 && fromHead_ms < backward_ms) {
      this.#seedBetween(points, 1 - fromHead_ms / backward_ms, 0);
    }
  }

  /** Seeds the origin, and its edge in open directions. */
  seedOrigin(edge: number, fraction: number, limit_ms: number): void {
    const points = this.#placePoints(edge);
    const forward_ms = this.#tile.edgeForward_ms[edge];
    const backward_ms = this.#tile.edgeBackward_ms[edge];
    const perLength = this.#perLength(points);
    for (let point = 0; point < points; point++) {
      const share = this.#along[point] * perLength;
      const away_ms = share > fraction ? (share - fraction) * forward_ms : (fraction - share) * backward_ms;
      this.#steps[point] = this.#stepsAt(limit_ms - away_ms);
    }
    this.#seedPlaced(edge, points);
    this.#seedBetween(points, fraction, limit_ms);
    const ahead = fraction + limit_ms / forward_ms;
    if (forward_ms !== CLOSED && ahead < 1) this.#seedBetween(points, ahead, 0);
    const behind = fraction - limit_ms / backward_ms;
    if (backward_ms !== CLOSED && behind > 0) this.#seedBetween(points, behind, 0);
  }

  #stepsAt(left_ms: number): number {
    if (left_ms < 0) return -1;
    const steps = Math.floor(left_ms * this.#stepsPerMs);
    return steps < MIN_WALK_STEPS ? MIN_WALK_STEPS : steps > this.maxSteps ? this.maxSteps : steps;
  }

  #perLength(points: number): number {
    const length = this.#along[points - 1];
    return length > 0 ? 1 / length : 0;
  }

  #seedBetween(points: number, share: number, left_ms: number): void {
    const along = this.#along;
    const length = share * along[points - 1];
    let after = 1;
    while (after < points - 1 && along[after] < length) after++;
    const before = after - 1;
    const part = length > 0 ? Math.min(1, (length - along[before]) / (along[after] - along[before])) : 0;
    const [x, y, steps] = [this.#x, this.#y, this.#steps];
    // A longer time seeds only the points on either side, which see other samples.
    if (steps[before] === HIDDEN || steps[after] === HIDDEN) return;
    x[points] = x[before] + Math.round((x[after] - x[before]) * part);
    y[points] = y[before] + Math.round((y[after] - y[before]) * part);
    steps[points] = this.#stepsAt(left_ms);
    this.#raster.seedLine(x, y, steps, points, points + 1);
  }

  #seedPlaced(edge: number, points: number): void {
    const raster = this.#raster;
    const steps = this.#steps;
    const last = points - 1;
    this.#seedHidden(edge, points);
    raster.seedLine(this.#x, this.#y, steps, 0, points);
    const flags = this.#tile.edgeFlags[edge];
    if ((flags & (TAIL_DEAD_END | HEAD_DEAD_END)) === 0) return;
    if (flags & TAIL_DEAD_END && steps[0] >= 0) raster.seedPoint(this.#x[0], this.#y[0], steps[0]);
    if (flags & HEAD_DEAD_END && steps[last] >= 0) {
      raster.seedPoint(this.#x[last], this.#y[last], steps[last]);
    }
  }

  /** Seeds hidden points by what they see, and sets their walk to HIDDEN. */
  #seedHidden(edge: number, points: number): void {
    const { barriers } = this.#tile;
    if (!barriers) return;
    const { hiddenEdge, hiddenPoint } = barriers;
    while (hiddenEdge[this.#nextHidden] < edge) this.#nextHidden++;
    for (let i = this.#nextHidden; hiddenEdge[i] === edge; i++) {
      const point = hiddenPoint[i] >>> 4;
      if (point >= points) return;
      this.#raster.seedSeen(this.#x[point], this.#y[point], this.#steps[point], hiddenPoint[i] & 15);
      this.#steps[point] = HIDDEN;
    }
  }

  #placePoints(edge: number): number {
    const { pointLon, pointLat, edgeFirstPoint } = this.#tile;
    const { latUnits0, xPerUnit, yPerUnit, yPerSquareUnit } = this.#grid;
    const { x0, y0 } = this.#grid;
    const west = (this.#raster.west * PLACES_PER_PIXEL) | 0;
    const north = (this.#raster.north * PLACES_PER_PIXEL) | 0;
    const maxSteps = this.maxSteps;
    const first = edgeFirstPoint[edge];
    const last = edgeFirstPoint[edge + 1] - 1;
    let xs = this.#x;
    let ys = this.#y;
    let alongs = this.#along;
    let steps = this.#steps;
    let fromX = 0;
    let fromY = 0;
    let along = 0;
    let points = 0;
    for (let point = first; point <= last; point++) {
      const lat = pointLat[point] - latUnits0;
      const x = (((x0 + pointLon[point] * xPerUnit) * PLACES_PER_PIXEL) | 0) - west;
      const y = (((y0 + lat * (yPerUnit + lat * yPerSquareUnit)) * PLACES_PER_PIXEL) | 0) - north;
      if (point > first) {
        const dx = x - fromX;
        const dy = y - fromY;
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        if (far < NEAR && point < last) continue;
        const pieces = ((far + APART - 1) / APART) | 0;
        if (points + pieces + 1 > steps.length) {
          this.#grow(points, points + pieces + 1);
          xs = this.#x;
          ys = this.#y;
          alongs = this.#along;
          steps = this.#steps;
        }
        const length = Math.sqrt(dx * dx + dy * dy);
        for (let piece = 1; piece < pieces; piece++) {
          const part = piece / pieces;
          xs[points] = fromX + ((dx * part) | 0);
          ys[points] = fromY + ((dy * part) | 0);
          alongs[points] = along + length * part;
          steps[points++] = maxSteps;
        }
        along += length;
      }
      xs[points] = x;
      ys[points] = y;
      alongs[points] = along;
      steps[points++] = maxSteps;
      fromX = x;
      fromY = y;
    }
    return points;
  }

  #grow(used: number, length: number): void {
    this.#x = xBuffer.grow(this.#x, used, length);
    this.#y = yBuffer.grow(this.#y, used, length);
    this.#along = alongBuffer.grow(this.#along, used, length);
    this.#steps = stepsBuffer.grow(this.#steps, used, length);
  }
}
