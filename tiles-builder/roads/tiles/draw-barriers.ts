/** Finds where barriers end walks off a leaf's roads: blocked steps between samples, and points that do not see all samples. */
import {
  type BlockedSteps,
  CROSSINGS_PER_STEP,
  EAST,
  forEachBlockedStep,
  SOUTH,
  SOUTH_EAST,
  SOUTH_WEST,
} from '../../../src/format/blocked-steps.ts';
import { SAMPLE_GRIDS } from '../../../src/format/road-model.ts';
import {
  COORDINATE_UNIT_DEGREES,
  FRONTAGE_EDGE,
  type RoadArrays,
  type RoadBarriers,
} from '../../../src/format/road-tile.ts';
import { type ArrivalRaster, PLACES_PER_PIXEL, STRAIGHT } from '../../../src/isochrone/arrival-raster.ts';
import { EdgeSeeder } from '../../../src/isochrone/edge-seeder.ts';
import { pixelX, pixelY } from '../../../src/isochrone/pixel-grid.ts';
import { rasterAround } from '../../../src/isochrone/seed-arrivals.ts';
import type { BarrierIndex } from './barrier-index.ts';
import { boundsOfFrontage, isNowhere } from './road-bounds.ts';

const { pixels } = SAMPLE_GRIDS.pedestrian[0];
const SCALE = { travel: 'pedestrian', pixels } as const;
/** Walks off roads, and the samples next to them, end within this distance. */
const NEAR_M = 300;
/** Walks from an origin between two points of a road reach at most this much farther than from those points. */
const MARGIN_STEPS = STRAIGHT / 2;
const ALL_SEEN = 15;

export function drawBarriers(leaf: RoadArrays, barriers: BarrierIndex): RoadBarriers | null {
  const bounds = boundsOfFrontage(leaf);
  if (isNowhere(bounds)) return null;
  const near = barriers.near(bounds, NEAR_M);
  const raster = near.length > 0 ? rasterAround(bounds, SCALE) : undefined;
  if (!raster) return null;
  const squares = new Map<number, Piece[]>();
  for (const [lon, lat, toLon, toLat] of near) {
    const [x, toX] = [lon, toLon].map((own) => pixelX(own * COORDINATE_UNIT_DEGREES, pixels) - raster.west);
    const [y, toY] = [lat, toLat].map((own) => pixelY(own * COORDINATE_UNIT_DEGREES, pixels) - raster.north);
    drawPiece([x, y, toX, toY], raster, squares);
  }
  if (!raster.barriers) return null;
  const hidden = hiddenPoints(leaf, raster, squares);
  const blocked = encodeBlockedSteps(stepsWithinWalks({ ...leaf, ...hidden }, raster));
  return blocked && { blocked, ...hidden };
}

/** Both ends in pixels from the first sample of the raster. */
type Piece = readonly [x: number, y: number, toX: number, toY: number];

/** Blocks the steps that a piece crosses, and lists the piece by the squares between samples that its box meets. */
function drawPiece(piece: Piece, raster: ArrivalRaster, squares: Map<number, Piece[]>): void {
  const [x0, y0, x1, y1] = piece;
  const { width, height } = raster;
  const lastRow = Math.min(height - 1, Math.max(y0, y1));
  const lastColumn = Math.min(width - 1, Math.max(x0, x1));
  for (let row = Math.max(0, Math.floor(Math.min(y0, y1))); row <= lastRow; row++) {
    for (let column = Math.max(0, Math.floor(Math.min(x0, x1))); column <= lastColumn; column++) {
      const pieces = squares.get(row * width + column);
      if (pieces) pieces.push(piece);
      else squares.set(row * width + column, [piece]);
    }
  }
  const at = (share: number): [number, number] => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
  for (const share of wholes(y0, y1)) {
    const [x, y] = at(share);
    raster.blockStep(Math.floor(x), Math.round(y), EAST, crossingsAt(x));
  }
  for (const share of wholes(x0, x1)) {
    const [x, y] = at(share);
    raster.blockStep(Math.round(x), Math.floor(y), SOUTH, crossingsAt(y) << 8);
  }
  for (const share of wholes(y0 - x0, y1 - x1)) {
    const [x, y] = at(share);
    raster.blockStep(Math.floor(x), Math.floor(x) + Math.round(y - x), SOUTH_EAST, 0);
  }
  for (const share of wholes(y0 + x0, y1 + x1)) {
    const [x, y] = at(share);
    raster.blockStep(Math.floor(x) + 1, Math.round(x + y) - Math.floor(x) - 1, SOUTH_WEST, 0);
  }
}

/** Generates where, as shares of the way, a value that goes from one to another evenly is whole: above the lower, up to the higher. */
function* wholes(from: number, to: number): Generator<number> {
  const last = Math.floor(Math.max(from, to));
  for (let whole = Math.floor(Math.min(from, to)) + 1; whole <= last; whole++)
    yield (whole - from) / (to - from);
}

function crossingsAt(position: number): number {
  const share = position - Math.floor(position);
  return encodedShare(share) | (encodedShare(1 - share) << 4);
}

const encodedShare = (share: number): number =>
  Math.min(CROSSINGS_PER_STEP - 1, Math.ceil(share * CROSSINGS_PER_STEP));

type HiddenPoints = Pick<RoadBarriers, 'hiddenEdge' | 'hiddenPoint'>;

function hiddenPoints(
  leaf: RoadArrays,
  raster: ArrivalRaster,
  squares: ReadonlyMap<number, Piece[]>,
): HiddenPoints {
  const hiddenEdge: number[] = [];
  const hiddenPoint: number[] = [];
  const seeder = new EdgeSeeder(raster, leaf, SCALE);
  for (const edge of edgesWithFrontage(leaf)) {
    seeder.forEachPoint(edge, (placeX, placeY, point) => {
      const [x, y] = [(placeX + 0.5) / PLACES_PER_PIXEL, (placeY + 0.5) / PLACES_PER_PIXEL];
      const [column, row] = [Math.floor(x), Math.floor(y)];
      const pieces = squares.get(row * raster.width + column) ?? [];
      let seen = 0;
      for (let corner = 0; corner < 4; corner++) {
        const walk: Piece = [x, y, column + (corner & 1), row + (corner >> 1)];
        if (!pieces.some((piece) => piecesCross(piece, walk))) seen |= 1 << corner;
      }
      if (seen === ALL_SEEN) return;
      hiddenEdge.push(edge);
      hiddenPoint.push(point * 16 + seen);
    });
  }
  return { hiddenEdge: Uint32Array.from(hiddenEdge), hiddenPoint: Uint32Array.from(hiddenPoint) };
}

const piecesCross = (a: Piece, b: Piece): boolean => liesAcross(a, b) && liesAcross(b, a);

/** Tells whether the ends of `b` lie on either side of the line through `a`, of which one side has the line. */
function liesAcross([x0, y0, x1, y1]: Piece, [x2, y2, x3, y3]: Piece): boolean {
  const from = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
  const to = (x1 - x0) * (y3 - y0) - (y1 - y0) * (x3 - x0);
  return from > 0 !== to > 0;
}

const edgesWithFrontage = ({ edgeFlags }: RoadArrays): number[] =>
  [...edgeFlags.keys()].filter((edge) => edgeFlags[edge] & FRONTAGE_EDGE);

interface StepsFrom {
  readonly column: number;
  readonly row: number;
  readonly bits: number;
  readonly crossings: number;
}

/** Finds the blocked steps of which a walk that takes none of them reaches an end. */
function stepsWithinWalks(leaf: RoadArrays & HiddenPoints, raster: ArrivalRaster): StepsFrom[] {
  const { hiddenEdge, hiddenPoint } = leaf;
  const seeder = new EdgeSeeder(raster, { ...leaf, barriers: { hiddenEdge, hiddenPoint } }, SCALE);
  for (const edge of edgesWithFrontage(leaf)) seeder.seedWhole(edge);
  raster.spread();
  const { walkLeft, width, height, west, north } = raster;
  const { steps, east, south } = raster.barriers!;
  const isReached = (at: number): boolean => walkLeft[at] >= -MARGIN_STEPS;
  const found: StepsFrom[] = [];
  for (let at = 0; at < width * height; at++) {
    let bits = steps[at] & 15;
    if (bits === 0) continue;
    if (!isReached(at)) {
      bits &=
        (isReached(at + 1) ? EAST : 0) |
        (isReached(at + width) ? SOUTH : 0) |
        (isReached(at + width + 1) ? SOUTH_EAST : 0) |
        (isReached(at + width - 1) ? SOUTH_WEST : 0);
      if (bits === 0) continue;
    }
    const crossings = (bits & EAST ? east[at] : 0) | (bits & SOUTH ? south[at] << 8 : 0);
    found.push({ column: west + (at % width), row: north + Math.floor(at / width), bits, crossings });
  }
  return found;
}

const MOST_SAMPLES_SINCE = 2 ** 12 - 1;

/** @param entries ascending by row, then column */
function encodeBlockedSteps(entries: readonly StepsFrom[]): BlockedSteps | null {
  if (entries.length === 0) return null;
  const { row } = entries[0];
  const column = entries.reduce((least, entry) => Math.min(least, entry.column), Infinity);
  const columns = entries.reduce((most, entry) => Math.max(most, entry.column), 0) - column + 1;
  const steps: number[] = [];
  const crossings: number[] = [];
  let before = 0;
  for (const entry of entries) {
    const sample = (entry.row - row) * columns + entry.column - column;
    for (; sample - before > MOST_SAMPLES_SINCE; before += MOST_SAMPLES_SINCE) {
      steps.push(MOST_SAMPLES_SINCE * 16);
      crossings.push(0);
    }
    steps.push((sample - before) * 16 + entry.bits);
    crossings.push(entry.crossings);
    before = sample;
  }
  return { column, row, columns, steps: Uint16Array.from(steps), crossings: Uint16Array.from(crossings) };
}

/** Joins the blocked steps of several leaves, of which each has those that walks off its own roads reach. */
export function joinBlockedSteps(leaves: readonly RoadArrays[]): BlockedSteps | null {
  const joined = new Map<number, StepsFrom>();
  for (const { barriers } of leaves) {
    if (!barriers) continue;
    forEachBlockedStep(barriers.blocked, (column, row, bits, crossings) => {
      const sample = row * pixels + column;
      const known = joined.get(sample) ?? { bits: 0, crossings: 0 };
      joined.set(sample, { column, row, bits: bits | known.bits, crossings: crossings | known.crossings });
    });
  }
  return encodeBlockedSteps([...joined].sort(([a], [b]) => a - b).map(([, entry]) => entry));
}
