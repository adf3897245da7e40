/**
 * Areas of intersections in the plane of longitude and latitude, where edges of polygons are straight. An area is taken
 * apart into a fan of triangles, positive and negative; whatever is convex is cut by each triangle in turn
 * (Sutherland, Hodgman: Reentrant polygon clipping, 1974) and what remains is added up with the triangle's sign. So
 * any polygon cuts any other, holes and slivers included, without ever building the shape of the intersection.
 */
import {
  type BoundingBox,
  boundingBoxOf,
  type Position,
  type Ring,
  type Zone,
} from '../../src/geo/positions.ts';

/** Corners of a convex polygon, anticlockwise, not closed: [x0, y0, x1, y1, …] in degrees. */
export type ConvexPolygon = readonly number[];

/** A piece of an area, to be added or taken away. */
interface SignedTriangle {
  readonly corners: ConvexPolygon;
  readonly sign: 1 | -1;
  readonly box: BoundingBox;
}

/** Latitudes are divided into this many bands at most, each with the edges that cross it. */
const MAX_BANDS = 1024;
const EDGES_PER_BAND = 4;

type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

/** A zone made ready to be asked many times what lies inside it. */
export class PlanarArea {
  readonly box: BoundingBox;
  readonly #zone: Zone;
  readonly #bands: Edge[][];
  readonly #bandHeight: number;
  #triangles: SignedTriangle[] | null = null;

  constructor(zone: Zone) {
    this.#zone = zone;
    const rings = zone.flat();
    this.box = boundingBoxOf(rings);
    const edges = rings.flatMap(edgesOf);
    const bandCount = Math.min(MAX_BANDS, Math.max(1, Math.ceil(edges.length / EDGES_PER_BAND)));
    this.#bandHeight = (this.box.north - this.box.south) / bandCount || 1;
    this.#bands = Array.from({ length: bandCount }, () => []);
    for (const edge of edges) {
      const last = this.#bandOf(Math.max(edge[1], edge[3]));
      for (let band = this.#bandOf(Math.min(edge[1], edge[3])); band <= last; band++) {
        this.#bands[band]!.push(edge);
      }
    }
  }

  /** Whether a position lies inside; one exactly on an edge may count either way. */
  contains([x, y]: Position): boolean {
    if (y < this.box.south || y > this.box.north || x < this.box.west || x > this.box.east) return false;
    let inside = false;
    for (const [x1, y1, x2, y2] of this.#bands[this.#bandOf(y)]!) {
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
    return inside;
  }

  /** How a box lies to this area; `edge` where it cannot be ruled out that an edge runs through it. */
  relationOf(box: BoundingBox): 'inside' | 'outside' | 'edge' {
    if (!overlap(box, this.box)) return 'outside';
    const last = this.#bandOf(box.north);
    for (let band = this.#bandOf(box.south); band <= last; band++) {
      for (const [x1, y1, x2, y2] of this.#bands[band]!) {
        if (
          Math.max(x1, x2) >= box.west &&
          Math.min(x1, x2) <= box.east &&
          Math.max(y1, y2) >= box.south &&
          Math.min(y1, y2) <= box.north
        ) {
          return 'edge';
        }
      }
    }
    return this.contains([box.west, box.south]) ? 'inside' : 'outside';
  }

  corners(): Position[] {
    return this.#zone.flat(2);
  }

  /** Triangles whose signed sum is the area. */
  get triangles(): readonly SignedTriangle[] {
    this.#triangles ??= this.#zone.flatMap((polygon) =>
      polygon.flatMap((ring, index) => fanOf(ring, index === 0 ? 1 : -1)),
    );
    return this.#triangles;
  }

  #bandOf(y: number): number {
    const band = Math.floor((y - this.box.south) / this.#bandHeight);
    return Math.min(this.#bands.length - 1, Math.max(0, band));
  }
}

/** The area, in square degrees, of the part of `convex` that lies in every one of `areas`. */
export function areaWithin(convex: ConvexPolygon, areas: readonly PlanarArea[]): number {
  return areaWithinFrom(convex, areas, 0);
}

function areaWithinFrom(convex: ConvexPolygon, areas: readonly PlanarArea[], index: number): number {
  if (convex.length < 6) return 0;
  const area = areas[index];
  if (!area) return signedAreaOf(convex);
  const box = boxOf(convex);
  const relation = area.relationOf(box);
  if (relation === 'outside') return 0;
  if (relation === 'inside') return areaWithinFrom(convex, areas, index + 1);
  let sum = 0;
  for (const triangle of area.triangles) {
    if (!overlap(triangle.box, box)) continue;
    sum += triangle.sign * areaWithinFrom(clip(convex, triangle.corners), areas, index + 1);
  }
  return Math.max(0, sum);
}

/** The share of an area that lies in every one of some others, 0 to 1. */
export function shareInside(area: PlanarArea, ...others: readonly PlanarArea[]): number {
  const relations = others.map((other) => other.relationOf(area.box));
  if (relations.includes('outside')) return 0;
  if (!relations.includes('edge')) return 1;
  const box = cornersOf(area.box);
  const whole = areaWithin(box, [area]);
  return whole > 0 ? Math.min(1, areaWithin(box, [area, ...others]) / whole) : 0;
}

/** A box as a convex polygon. */
export const cornersOf = (box: BoundingBox): ConvexPolygon => [
  box.west,
  box.south,
  box.east,
  box.south,
  box.east,
  box.north,
  box.west,
  box.north,
];

/** Metres in a degree of latitude, on a sphere of the Earth's mean radius. */
export const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

/** Square metres in a square degree at a latitude, on the same sphere. */
export function squareMetresPerSquareDegree(latitude: number): number {
  return METRES_PER_DEGREE ** 2 * Math.cos((latitude * Math.PI) / 180);
}

export const overlap = (a: BoundingBox, b: BoundingBox): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;

/** The part of one convex polygon inside another: each edge of `window` cuts away what lies to its right. */
function clip(convex: ConvexPolygon, window: ConvexPolygon): ConvexPolygon {
  let kept = convex;
  for (let i = 0; i < window.length && kept.length >= 6; i += 2) {
    const next = (i + 2) % window.length;
    kept = leftOf(kept, window[i]!, window[i + 1]!, window[next]!, window[next + 1]!);
  }
  return kept;
}

function leftOf(convex: ConvexPolygon, x1: number, y1: number, x2: number, y2: number): ConvexPolygon {
  const kept: number[] = [];
  const dx = x2 - x1;
  const dy = y2 - y1;
  let px = convex[convex.length - 2]!;
  let py = convex[convex.length - 1]!;
  let pSide = dx * (py - y1) - dy * (px - x1);
  for (let i = 0; i < convex.length; i += 2) {
    const x = convex[i]!;
    const y = convex[i + 1]!;
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

/** Positive for corners listed anticlockwise. */
function signedAreaOf(corners: ConvexPolygon): number {
  const x0 = corners[0]!;
  const y0 = corners[1]!;
  let twice = 0;
  for (let i = 2; i + 3 < corners.length; i += 2) {
    twice += (corners[i]! - x0) * (corners[i + 3]! - y0) - (corners[i + 2]! - x0) * (corners[i + 1]! - y0);
  }
  return twice / 2;
}

function fanOf(ring: Ring, sign: 1 | -1): SignedTriangle[] {
  const triangles: SignedTriangle[] = [];
  const [x0, y0] = ring[0]!;
  let total = 0;
  for (let i = 1; i + 1 < ring.length; i++) {
    const [x1, y1] = ring[i]!;
    const [x2, y2] = ring[i + 1]!;
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    if (area === 0) continue;
    total += area;
    const corners = area > 0 ? [x0, y0, x1, y1, x2, y2] : [x0, y0, x2, y2, x1, y1];
    triangles.push({ corners, sign: area > 0 ? sign : (-sign as 1 | -1), box: boxOf(corners) });
  }
  if (total >= 0) return triangles;
  return triangles.map((triangle) => ({ ...triangle, sign: -triangle.sign as 1 | -1 }));
}

function boxOf(corners: ConvexPolygon): BoundingBox {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (let i = 0; i < corners.length; i += 2) {
    west = Math.min(west, corners[i]!);
    east = Math.max(east, corners[i]!);
    south = Math.min(south, corners[i + 1]!);
    north = Math.max(north, corners[i + 1]!);
  }
  return { west, south, east, north };
}

function edgesOf(ring: Ring): Edge[] {
  const edges: Edge[] = [];
  for (let i = 0; i + 1 < ring.length; i++) edges.push([...ring[i]!, ...ring[i + 1]!] as unknown as Edge);
  return edges;
}
