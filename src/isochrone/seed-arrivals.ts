/** From reached edges to the raster: each reached piece of road with the walk that is left along it. */
import {
  CLOSED,
  COORDINATE_UNIT_DEGREES,
  HEAD_DEAD_END,
  type RoadTile,
  TAIL_DEAD_END,
} from '../format/road-tile.ts';
import { MAX_RASTER_PIXELS, MAX_WALK_FROM_ROAD_M, WALKING_SPEED_KM_H } from '../limits.ts';
import { ArrivalRaster, MIN_WALK_PIXELS, STEPS_PER_PIXEL } from './arrival-raster.ts';
import { type LocalGrid, localGrid, pixelWidth_m, pixelX, pixelY } from './pixel-grid.ts';
import { type Reach, UNREACHED } from './reach.ts';
import type { CoordinateBounds, ReachedEdges } from './reached-edges.ts';

const WALK_M_PER_MS = WALKING_SPEED_KM_H / 3_600;
/**
 * A road with all its walk left is seeded by points at most this far apart, in pixels, and not much closer: the outline
 * is a pixel away from it or more, where the points' circles are a line to within a hundredth of a pixel.
 */
const APART_PIXELS = 0.5;
const NEAR_PIXELS = 0.25;
/** Rows and columns that stay empty around the area: what the spread and the outline look at beyond it. */
const MARGIN_PIXELS = 4;

/**
 * @param pixels around the world
 * @returns undefined where it would have more than MAX_RASTER_PIXELS
 */
export function rasterAround(bounds: CoordinateBounds, pixels: number): ArrivalRaster | undefined {
  const south = bounds.south * COORDINATE_UNIT_DEGREES;
  const north = bounds.north * COORDINATE_UNIT_DEGREES;
  const narrowest_m = Math.min(pixelWidth_m(south, pixels), pixelWidth_m(north, pixels));
  const walk = Math.max(MIN_WALK_PIXELS, MAX_WALK_FROM_ROAD_M / narrowest_m);
  const margin = walk + MARGIN_PIXELS;
  // One column more to the west and east than the world has would put outlines beyond 180°.
  const left = Math.max(0, Math.floor(pixelX(bounds.west * COORDINATE_UNIT_DEGREES, pixels) - margin));
  const right = Math.min(pixels, Math.ceil(pixelX(bounds.east * COORDINATE_UNIT_DEGREES, pixels) + margin));
  const top = Math.floor(pixelY(north, pixels) - margin);
  const bottom = Math.ceil(pixelY(south, pixels) + margin);
  const width = right - left + 1;
  const height = bottom - top + 1;
  return width * height > MAX_RASTER_PIXELS ? undefined : new ArrivalRaster(left, top, width, height);
}

export function seedArrivals(
  raster: ArrivalRaster,
  reach: Reach,
  reached: ReachedEdges,
  pixels: number,
): void {
  const { edges, atTail_ms, atHead_ms, firstEdge } = reached;
  reached.tiles.forEach((tile, position) => {
    const end = firstEdge[position + 1];
    if (firstEdge[position] === end) return;
    const seeder = new TileSeeder(raster, tile, reach.limit_ms, pixels);
    for (let i = firstEdge[position]; i < end; i++) seeder.seed(edges[i], atTail_ms[i], atHead_ms[i]);
  });
  const { tile, edge, fraction } = reach.origin;
  new TileSeeder(raster, tile, reach.limit_ms, pixels).seedOrigin(edge, fraction);
}

class TileSeeder {
  readonly #raster: ArrivalRaster;
  readonly #tile: RoadTile;
  readonly #limit_ms: number;
  readonly #grid: LocalGrid;
  readonly #walkPerMs: number;
  readonly #maxWalk: number;
  /** From this arrival back, all the walk that the service allows is left. */
  readonly #fullWalkUntil_ms: number;

  constructor(raster: ArrivalRaster, tile: RoadTile, limit_ms: number, pixels: number) {
    this.#raster = raster;
    this.#tile = tile;
    this.#limit_ms = limit_ms;
    this.#grid = localGrid(tile.pointLat[0], COORDINATE_UNIT_DEGREES, pixels);
    const width_m = pixelWidth_m(tile.pointLat[0] * COORDINATE_UNIT_DEGREES, pixels);
    this.#walkPerMs = WALK_M_PER_MS / width_m;
    this.#maxWalk = Math.max(MIN_WALK_PIXELS, MAX_WALK_FROM_ROAD_M / width_m);
    this.#fullWalkUntil_ms = limit_ms - MAX_WALK_FROM_ROAD_M / WALK_M_PER_MS;
  }

  /** An edge that is entered at its tail, its head or both. */
  seed(edge: number, atTail_ms: number, atHead_ms: number): void {
    const forward_ms = this.#tile.edgeForward_ms[edge];
    const backward_ms = this.#tile.edgeBackward_ms[edge];
    // Where the two ways meet, as a share of the edge from its tail.
    let meeting = 1;
    if (atTail_ms === UNREACHED) meeting = 0;
    else if (atHead_ms !== UNREACHED && forward_ms + backward_ms > 0) {
      const share = (atHead_ms + backward_ms - atTail_ms) / (forward_ms + backward_ms);
      meeting = Math.max(0, Math.min(1, share));
    }
    const latest_ms = Math.max(
      meeting > 0 ? atTail_ms + meeting * forward_ms : 0,
      meeting < 1 ? atHead_ms + (1 - meeting) * backward_ms : 0,
    );
    if (latest_ms <= this.#fullWalkUntil_ms) {
      this.#seedWhole(edge);
      return;
    }
    if (atTail_ms !== UNREACHED) this.#seedPiece(edge, 0, meeting, atTail_ms, forward_ms);
    if (atHead_ms !== UNREACHED) this.#seedPiece(edge, 1, meeting, atHead_ms, backward_ms);
  }

  /** The edge that the origin lies on, in the directions that are open from there; the point itself in any case. */
  seedOrigin(edge: number, fraction: number): void {
    const forward_ms = this.#tile.edgeForward_ms[edge];
    const backward_ms = this.#tile.edgeBackward_ms[edge];
    this.#seedPiece(edge, fraction, forward_ms === CLOSED ? fraction : 1, 0, forward_ms);
    this.#seedPiece(edge, fraction, backward_ms === CLOSED ? fraction : 0, 0, backward_ms);
  }

  /** An edge with all the walk left that the service allows, everywhere on it. */
  #seedWhole(edge: number): void {
    const { edgeFlags, pointLon, pointLat, edgeFirstPoint } = this.#tile;
    const { latUnits0, xPerUnit, yPerUnit, yPerSquareUnit } = this.#grid;
    const raster = this.#raster;
    const x0 = this.#grid.x0 - raster.west;
    const y0 = this.#grid.y0 - raster.north;
    const first = edgeFirstPoint[edge];
    const last = edgeFirstPoint[edge + 1] - 1;
    const steps = Math.floor(this.#maxWalk * STEPS_PER_PIXEL);
    let fromX = Infinity;
    let fromY = Infinity;
    for (let point = first; point <= last; point++) {
      const x = x0 + pointLon[point] * xPerUnit;
      const lat = pointLat[point] - latUnits0;
      const y = y0 + lat * (yPerUnit + lat * yPerSquareUnit);
      const dx = x - fromX;
      const dy = y - fromY;
      const far = Math.max(Math.abs(dx), Math.abs(dy));
      if (far < NEAR_PIXELS && point < last) continue;
      if (far > APART_PIXELS && point > first) {
        const pieces = Math.ceil(far / APART_PIXELS);
        for (let piece = 1; piece < pieces; piece++) {
          raster.seedPointOfLine(fromX + (dx * piece) / pieces, fromY + (dy * piece) / pieces, steps);
        }
      }
      raster.seedPointOfLine(x, y, steps);
      // The area ends in half a circle around it.
      const atDeadEnd =
        (point === first && edgeFlags[edge] & TAIL_DEAD_END) ||
        (point === last && edgeFlags[edge] & HEAD_DEAD_END);
      if (atDeadEnd) raster.seedPoint(x, y, this.#maxWalk);
      fromX = x;
      fromY = y;
    }
  }

  /**
   * The part of an edge from one share of its length to another, as far as the limit allows.
   * @param from_ms arrival at `from`
   * @param edge_ms time for the whole edge in the direction of travel
   */
  #seedPiece(edge: number, from: number, to: number, from_ms: number, edge_ms: number): void {
    const left_ms = this.#limit_ms - from_ms;
    const share = Math.min(Math.abs(to - from), edge_ms > 0 ? left_ms / edge_ms : 1);
    const low = to < from ? from - share : from;
    const high = to < from ? from : from + share;
    const atFrom = left_ms * this.#walkPerMs;
    const perShare = (share > 0 ? edge_ms : 0) * this.#walkPerMs;
    const walkAt = (place: number): number => atFrom - Math.abs(place - from) * perShare;

    const { pointLon, pointLat, edgeFirstPoint } = this.#tile;
    const { latUnits0, xPerUnit, yPerUnit, yPerSquareUnit } = this.#grid;
    const x0 = this.#grid.x0 - this.#raster.west;
    const y0 = this.#grid.y0 - this.#raster.north;
    const xOf = (point: number): number => x0 + pointLon[point] * xPerUnit;
    const yOf = (point: number): number => {
      const lat = pointLat[point] - latUnits0;
      return y0 + lat * (yPerUnit + lat * yPerSquareUnit);
    };
    const first = edgeFirstPoint[edge];
    const last = edgeFirstPoint[edge + 1] - 1;
    let length = 0;
    for (let point = first; point < last; point++) {
      length += Math.hypot(xOf(point + 1) - xOf(point), yOf(point + 1) - yOf(point));
    }
    if (length === 0) {
      const walk = Math.min(this.#maxWalk, Math.max(MIN_WALK_PIXELS, atFrom));
      this.#raster.seedPoint(xOf(first), yOf(first), walk);
      return;
    }
    let before = 0;
    for (let point = first; point < last; point++) {
      const dx = xOf(point + 1) - xOf(point);
      const dy = yOf(point + 1) - yOf(point);
      const part = Math.hypot(dx, dy) / length;
      const start = Math.max(low, before);
      const end = Math.min(high, before + part);
      if (start <= end && part > 0) {
        const startShare = (start - before) / part;
        const endShare = (end - before) / part;
        this.#raster.seedSloping(
          xOf(point) + startShare * dx,
          yOf(point) + startShare * dy,
          walkAt(start),
          xOf(point) + endShare * dx,
          yOf(point) + endShare * dy,
          walkAt(end),
          this.#maxWalk,
        );
      }
      before += part;
    }
  }
}
