/**
 * Computes areas of polygon intersections. Convex windows clip rings (Sutherland and Hodgman 1974), concave ones by signed
 * triangle fans, after both polygons were halved until few edges are left. Latitude bands speed up tests of points and boxes; a
 * tree of clipped halves makes them fast for polygons with thousands of vertices.
 */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import {
  type BoundingBox,
  boxesOverlap,
  commonBox,
  type Position,
  type Zone,
} from '../../src/geo/positions.ts';

/** Coordinates [x0, y0, x1, y1, …] of an open ring in degrees. */
export type Vertices = readonly number[];
/** A convex ring, anticlockwise. */
export type ConvexPolygon = Vertices;

export interface Outline {
  /** Vertices are anticlockwise, also those of a hole. */
  readonly vertices: Vertices;
  /** The sign is -1 for a hole. */
  readonly sign: 1 | -1;
}

/** A ring has at least three vertices, of two numbers each. */
export const LEAST_NUMBERS = 6;
const NUMBERS_AN_EDGE = 4;
const MAX_BANDS = 1024;
const EDGES_PER_BAND = 4;
/** An area that no cut separates has at most this many bands, as its edges may cross all of them. */
const MOST_BANDS_OF_LARGE = 16;
/** Vertices above which an area is halved. */
const MOST_IN_LEAF = 1_024;
/** Vertices of both halves in relation to the whole: more means that a cut does not separate the edges. */
const MOST_GROWTH = 1.25;
const EVERYWHERE: BoundingBox = { west: -Infinity, south: -Infinity, east: Infinity, north: Infinity };

export class PlanarArea {
  readonly box: BoundingBox;
  readonly outlines: readonly Outline[];
  readonly #vertices: number;
  /** Frame of a part of a larger area; edges along the frame are cuts. */
  readonly frame: BoundingBox;
  #isConvex: boolean | null = null;
  #bands: Bands | null = null;
  #halves: readonly PlanarArea[] | null | undefined;

  constructor(zone: Zone, outlines: readonly Outline[] = outlinesOf(zone), frame = EVERYWHERE) {
    this.outlines = outlines;
    this.box = boxOfOutlines(outlines);
    this.#vertices = outlines.reduce((sum, { vertices }) => sum + vertices.length / 2, 0);
    this.frame = frame;
  }

  get vertexCount(): number {
    return this.#vertices;
  }

  get isConvex(): boolean {
    const [first, ...others] = this.outlines;
    this.#isConvex ??= first?.sign === 1 && others.length === 0 && isConvex(first.vertices);
    return this.#isConvex;
  }

  /** Positions on an edge may count either way. */
  contains(position: Position): boolean {
    return this.containsAt(position[0], position[1]);
  }

  containsAt(x: number, y: number): boolean {
    if (y < this.box.south || y > this.box.north || x < this.box.west || x > this.box.east) return false;
    const half = this.#halvesIfLarge()?.find(({ frame }) =>
      holds(frame, { west: x, east: x, south: y, north: y }),
    );
    if (half) return half.containsAt(x, y);
    this.#bands ??= bandsOf(this.outlines, this.box);
    const { edges, firstOfBand } = this.#bands;
    const band = bandAt(this.#bands, y);
    const end = firstOfBand[band + 1];
    let inside = false;
    for (let at = firstOfBand[band]; at < end; at += NUMBERS_AN_EDGE) {
      const y1 = edges[at + 1];
      const y2 = edges[at + 3];
      if (y1 > y === y2 > y) continue;
      const x1 = edges[at];
      if (x < x1 + ((y - y1) / (y2 - y1)) * (edges[at + 2] - x1)) inside = !inside;
    }
    return inside;
  }

  /** `edge` if an edge may cross the box. */
  relationOf(box: BoundingBox): 'inside' | 'outside' | 'edge' {
    if (!boxesOverlap(box, this.box)) return 'outside';
    const halves = this.#halvesIfLarge();
    if (halves) {
      const near = halves.filter(({ frame }) => boxesOverlap(frame, box));
      const [first, ...others] = near.map((half) => half.relationOf(commonBox(half.frame, box)!));
      return others.every((other) => other === first) ? first : 'edge';
    }
    this.#bands ??= bandsOf(this.outlines, this.box);
    const { edges, firstOfBand } = this.#bands;
    const end = firstOfBand[bandAt(this.#bands, box.north) + 1];
    for (let at = firstOfBand[bandAt(this.#bands, box.south)]; at < end; at += NUMBERS_AN_EDGE) {
      const [x1, y1, x2, y2] = [edges[at], edges[at + 1], edges[at + 2], edges[at + 3]];
      if (
        (x1 >= box.west || x2 >= box.west) &&
        (x1 <= box.east || x2 <= box.east) &&
        (y1 >= box.south || y2 >= box.south) &&
        (y1 <= box.north || y2 <= box.north) &&
        !isAlong(this.frame, x1, y1, x2, y2)
      ) {
        return 'edge';
      }
    }
    return this.containsAt((box.west + box.east) / 2, (box.south + box.north) / 2) ? 'inside' : 'outside';
  }

  vertices(): Position[] {
    return this.outlines.flatMap(({ vertices }) =>
      Array.from({ length: vertices.length / 2 }, (_, i): Position => [vertices[2 * i], vertices[2 * i + 1]]),
    );
  }

  /** Returns the area in square degrees. */
  area(): number {
    return this.outlines.reduce((sum, { vertices, sign }) => sum + sign * signedAreaOf(vertices), 0);
  }

  clippedTo(box: BoundingBox): PlanarArea {
    const { west, south, east, north } = this.box;
    if (west >= box.west && east <= box.east && south >= box.south && north <= box.north) return this;
    const half = this.#halvesIfLarge()?.find(({ frame }) => holds(frame, box));
    if (half) return half.clippedTo(box);
    const clipped = this.outlines.flatMap(({ vertices, sign }): Outline[] => {
      const own = clip(vertices, boxPolygon(box));
      return own.length < LEAST_NUMBERS ? [] : [{ vertices: own, sign }];
    });
    return new PlanarArea([], clipped);
  }

  #halvesIfLarge(): readonly PlanarArea[] | null {
    if (this.#vertices <= MOST_IN_LEAF) return null;
    if (this.#halves === undefined) {
      const sizeOf = (halves: readonly PlanarArea[]): number =>
        halves.reduce((sum, { vertexCount }) => sum + vertexCount, 0);
      const most = MOST_GROWTH * this.#vertices;
      this.#halves = null;
      for (const cut of cutsThrough(this.box)) {
        const halves = [this.#half(cut, 1), this.#half(cut, -1)];
        if (sizeOf(halves) > most) continue;
        this.#halves = halves;
        break;
      }
    }
    return this.#halves;
  }

  #half({ axis, limit }: Cut, side: 1 | -1): PlanarArea {
    const outlines = this.outlines.flatMap(({ vertices, sign }): Outline[] => {
      const own = withinSide(vertices, axis, limit, side);
      return own.length < LEAST_NUMBERS ? [] : [{ vertices: own, sign }];
    });
    const edge = (['west', 'south', 'east', 'north'] as const)[axis + (side === 1 ? 0 : 2)];
    return new PlanarArea([], outlines, { ...this.frame, [edge]: limit });
  }
}

interface Cut {
  /** The axis is 0 for longitudes. */
  readonly axis: 0 | 1;
  readonly limit: number;
}

/** Cuts through the middle of a box, the one across its longer side first. */
function cutsThrough({ west, south, east, north }: BoundingBox): readonly Cut[] {
  const cuts: Cut[] = [
    { axis: 0, limit: (west + east) / 2 },
    { axis: 1, limit: (south + north) / 2 },
  ];
  return east - west > north - south ? cuts : cuts.toReversed();
}

const holds = (outer: BoundingBox, { west, south, east, north }: BoundingBox): boolean =>
  west >= outer.west && east <= outer.east && south >= outer.south && north <= outer.north;

const isAlong = (
  { west, south, east, north }: BoundingBox,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): boolean => (x1 === x2 && (x1 === west || x1 === east)) || (y1 === y2 && (y1 === south || y1 === north));

/** @param side 1 if larger coordinates lie inside, else -1 */
export function withinSide(vertices: Vertices, axis: 0 | 1, limit: number, side: 1 | -1): Vertices {
  const kept: number[] = [];
  for (let i = 0, before = vertices.length - 2; i < vertices.length; before = i, i += 2) {
    const isInside = (vertices[i + axis] - limit) * side >= 0;
    if (isInside !== (vertices[before + axis] - limit) * side >= 0) {
      const share = (limit - vertices[before + axis]) / (vertices[i + axis] - vertices[before + axis]);
      const from = vertices[before + 1 - axis];
      const other = from + (vertices[i + 1 - axis] - from) * share;
      if (axis === 0) kept.push(limit, other);
      else kept.push(other, limit);
    }
    if (isInside) kept.push(vertices[i], vertices[i + 1]);
  }
  return kept;
}

interface Bands {
  readonly south: number;
  readonly height: number;
  readonly firstOfBand: Uint32Array;
  readonly edges: Float64Array;
}

function bandsOf(outlines: readonly Outline[], { south, north }: BoundingBox): Bands {
  const count = outlines.reduce((sum, { vertices }) => sum + vertices.length / 2, 0);
  const wanted = Math.min(MAX_BANDS, Math.max(1, Math.ceil(count / EDGES_PER_BAND)));
  const bands = count > MOST_IN_LEAF ? Math.min(wanted, MOST_BANDS_OF_LARGE) : wanted;
  const firstOfBand = new Uint32Array(bands + 1);
  const found = { south, height: (north - south) / bands || 1, firstOfBand };
  const eachEdge = (take: (band: number, vertices: Vertices, from: number, to: number) => void): void => {
    for (const { vertices } of outlines) {
      for (let to = 0, from = vertices.length - 2; to < vertices.length; from = to, to += 2) {
        const last = bandAt(found, Math.max(vertices[from + 1], vertices[to + 1]));
        const first = bandAt(found, Math.min(vertices[from + 1], vertices[to + 1]));
        for (let band = first; band <= last; band++) take(band, vertices, from, to);
      }
    }
  };
  eachEdge((band) => {
    firstOfBand[band + 1] += NUMBERS_AN_EDGE;
  });
  for (let band = 0; band < bands; band++) firstOfBand[band + 1] += firstOfBand[band];
  const edges = new Float64Array(firstOfBand[bands]);
  const next = firstOfBand.slice();
  eachEdge((band, vertices, from, to) => {
    const at = next[band];
    edges[at] = vertices[from];
    edges[at + 1] = vertices[from + 1];
    edges[at + 2] = vertices[to];
    edges[at + 3] = vertices[to + 1];
    next[band] += NUMBERS_AN_EDGE;
  });
  return { ...found, edges };
}

function bandAt({ south, height, firstOfBand }: Omit<Bands, 'edges'>, y: number): number {
  return Math.min(firstOfBand.length - 2, Math.max(0, Math.floor((y - south) / height)));
}

/** Returns the square degrees of an anticlockwise polygon inside all of `areas`. */
export function areaWithin(polygon: Vertices, areas: readonly PlanarArea[]): number {
  return areaWithinFrom(polygon, areas, 0);
}

export const areaOfOutlinesWithin = (outlines: readonly Outline[], areas: readonly PlanarArea[]): number =>
  outlines.reduce((sum, { vertices, sign }) => sum + sign * areaWithinFrom(vertices, areas, 0), 0);

/** Edges of two polygons that are compared with each other at a time, as a product. */
const MOST_PAIRS = 4_096;
/** Halves that both have more than this share of the edges do not separate them. */
const STALLED_SHARE = 0.9;
const MOST_STALLED = 8;

function areaWithinFrom(polygon: Vertices, areas: readonly PlanarArea[], index: number, stalled = 0): number {
  if (polygon.length < LEAST_NUMBERS) return 0;
  if (index === areas.length) return signedAreaOf(polygon);
  const area = areas[index];
  const box = boxOf(polygon);
  const relation = area.relationOf(box);
  if (relation === 'outside') return 0;
  if (relation === 'inside') return areaWithinFrom(polygon, areas, index + 1);
  if (area.isConvex) return areaWithinFrom(clip(polygon, area.outlines[0].vertices), areas, index + 1);
  const nearby = area.clippedTo(box);
  const pairs = pairsOf(polygon, nearby);
  if (pairs > MOST_PAIRS && stalled < MOST_STALLED) {
    const [{ axis, limit }] = cutsThrough(box);
    const parts = [withinSide(polygon, axis, limit, 1), withinSide(polygon, axis, limit, -1)];
    const left = parts.reduce((sum, part) => sum + pairsOf(part, nearby), 0);
    const stalledNow = left > STALLED_SHARE * 2 * pairs ? stalled + 1 : stalled;
    return parts.reduce((sum, part) => sum + areaWithinFrom(part, areas, index, stalledNow), 0);
  }
  let sum = 0;
  for (const { vertices: near, sign } of nearby.outlines) {
    for (let i = 2; i + 3 < near.length; i += 2) {
      const [x0, y0, x1, y1, x2, y2] = [near[0], near[1], near[i], near[i + 1], near[i + 2], near[i + 3]];
      const turn = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
      if (turn === 0) continue;
      const triangle = turn > 0 ? [x0, y0, x1, y1, x2, y2] : [x0, y0, x2, y2, x1, y1];
      sum += sign * Math.sign(turn) * areaWithinFrom(clip(polygon, triangle), areas, index + 1);
    }
  }
  return Math.max(0, sum);
}

const pairsOf = (polygon: Vertices, { vertexCount }: PlanarArea): number =>
  (polygon.length / 2) * vertexCount;

/** Returns the share of an area, 0 to 1, that lies inside all of `others`. */
export function shareInside(area: PlanarArea, ...others: readonly PlanarArea[]): number {
  const relations = others.map((other) => other.relationOf(area.box));
  if (relations.includes('outside')) return 0;
  if (!relations.includes('edge')) return 1;
  const whole = area.area();
  return whole > 0 ? Math.min(1, Math.max(0, areaOfOutlinesWithin(area.outlines, others) / whole)) : 0;
}

export const boxPolygon = (box: BoundingBox): ConvexPolygon => [
  box.west,
  box.south,
  box.east,
  box.south,
  box.east,
  box.north,
  box.west,
  box.north,
];

/** Returns the square metres on the sphere of a square degree. */
export function squareMetresPerSquareDegree(latitude: number): number {
  return METRES_PER_DEGREE ** 2 * Math.cos((latitude * Math.PI) / 180);
}

/** Removes what lies right of each edge of `window`. */
export function clip(polygon: Vertices, window: ConvexPolygon): Vertices {
  let kept = polygon;
  for (let i = 0; i < window.length && kept.length >= LEAST_NUMBERS; i += 2) {
    const next = i + 2 === window.length ? 0 : i + 2;
    kept = leftOf(kept, window[i], window[i + 1], window[next], window[next + 1]);
  }
  return kept;
}

export function leftOf(polygon: Vertices, x1: number, y1: number, x2: number, y2: number): Vertices {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const sideOf = (i: number): number => dx * (polygon[i + 1] - y1) - dy * (polygon[i] - x1);
  let i = 0;
  while (i < polygon.length && sideOf(i) >= 0) i += 2;
  if (i === polygon.length) return polygon;
  const kept: number[] = [];
  let px = polygon[polygon.length - 2];
  let py = polygon[polygon.length - 1];
  let pSide = dx * (py - y1) - dy * (px - x1);
  for (i = 0; i < polygon.length; i += 2) {
    const x = polygon[i];
    const y = polygon[i + 1];
    const side = dx * (y - y1) - dy * (x - x1);
    if (side >= 0 !== pSide >= 0) {
      const t = pSide / (pSide - side);
      kept.push(px + t * (x - px), py + t * (y - py));
    }
    if (side >= 0) kept.push(x, y);
    px = x;
    py = y;
    pSide = side;
  }
  return kept;
}

/** The area is positive if the ring is anticlockwise. */
export function signedAreaOf(vertices: Vertices): number {
  const x0 = vertices[0];
  const y0 = vertices[1];
  let twice = 0;
  for (let i = 2; i + 3 < vertices.length; i += 2) {
    twice += (vertices[i] - x0) * (vertices[i + 3] - y0) - (vertices[i + 2] - x0) * (vertices[i + 1] - y0);
  }
  return twice / 2;
}

export function boxOf(vertices: Vertices): BoundingBox {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (let i = 0; i < vertices.length; i += 2) {
    const x = vertices[i];
    const y = vertices[i + 1];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return { west, south, east, north };
}

const boxOfOutlines = ([first, ...others]: readonly Outline[]): BoundingBox =>
  boxOf(
    others.length === 0 ? (first?.vertices ?? []) : [first, ...others].flatMap(({ vertices }) => vertices),
  );

const outlinesOf = (zone: Zone): Outline[] =>
  zone.flatMap((polygon) =>
    polygon.map((ring, i) => {
      const vertices: number[] = [];
      for (let at = 0; at + 1 < ring.length; at++) vertices.push(ring[at][0], ring[at][1]);
      return planarOutline(vertices, i === 0 ? 1 : -1);
    }),
  );

function planarOutline(vertices: Vertices, sign: 1 | -1): Outline {
  if (signedAreaOf(vertices) >= 0) return { vertices, sign };
  const reversed: number[] = [];
  for (let i = vertices.length - 2; i >= 0; i -= 2) reversed.push(vertices[i], vertices[i + 1]);
  return { vertices: reversed, sign };
}

function isConvex(vertices: Vertices): boolean {
  const count = vertices.length;
  let turns = 0;
  for (let i = 0; i < count; i += 2) {
    const [j, k] = [(i + 2) % count, (i + 4) % count];
    const dx = vertices[j] - vertices[i];
    const dy = vertices[j + 1] - vertices[i + 1];
    const [ex, ey] = [vertices[k] - vertices[j], vertices[k + 1] - vertices[j + 1]];
    if (dx * ey - dy * ex <= 0) return false;
    // A convex ring turns once from west to east.
    if (dx < 0 && ex >= 0) turns++;
  }
  return turns === 1;
}
