/**
 * The area that two zones share, without building their intersection. A zone's indicator along a meridian is a sum over
 * its edges: each top edge adds what lies below it, each bottom edge takes it away. The product of two such sums, integrated,
 * is a sum over pairs of edges of the signed area below the lower of the two. It needs no topology, so it cannot fail
 * where edges touch or coincide.
 */
import { meanSineAbove } from './area.ts';
import { EARTH_RADIUS_M, RADIANS } from './earth.ts';
import { type BoundingBox, boundingBoxOf, type Ring, type Zone } from './positions.ts';

/** An edge from west to east, in radians. */
interface Edge {
  readonly west: number;
  readonly east: number;
  readonly westLat: number;
  readonly slope: number;
  /** 1 where the zone lies below the edge, -1 where it lies above. */
  readonly sign: number;
}

/**
 * Area in square metres that two zones share. Edges are straight in longitude and latitude; rings may run in either
 * direction. The work is the number of pairs of edges, one of each zone, that lie in the same strip of longitude.
 */
export function sharedArea_m2(a: Zone, b: Zone): number {
  const boxA = boundingBoxOf(a.flat());
  const boxB = boundingBoxOf(b.flat());
  const common: BoundingBox = {
    west: Math.max(boxA.west, boxB.west),
    south: Math.max(boxA.south, boxB.south),
    east: Math.min(boxA.east, boxB.east),
    north: Math.min(boxA.north, boxB.north),
  };
  if (common.west >= common.east || common.south >= common.north) return 0;
  const south = common.south * RADIANS;
  const strips = new Strips(edgesOf(b, common), common);
  let sum = 0;
  for (const edge of edgesOf(a, common)) sum += strips.sharedWith(edge, south);
  return Math.max(0, sum) * EARTH_RADIUS_M ** 2;
}

/** Edges of a zone by strips of longitude, each in all strips that it crosses. */
class Strips {
  readonly #west: number;
  readonly #perRadian: number;
  readonly #edges: Edge[][];

  constructor(edges: readonly Edge[], { west, east }: BoundingBox) {
    this.#edges = Array.from({ length: edges.length + 1 }, () => []);
    this.#west = west * RADIANS;
    this.#perRadian = this.#edges.length / ((east - west) * RADIANS);
    for (const edge of edges) {
      const last = this.#stripAt(edge.east);
      for (let strip = this.#stripAt(edge.west); strip <= last; strip++) this.#edges[strip].push(edge);
    }
  }

  /** The strip of a longitude, the nearest one where it lies outside. */
  #stripAt(lon: number): number {
    const strip = Math.floor((lon - this.#west) * this.#perRadian);
    return Math.max(0, Math.min(this.#edges.length - 1, strip));
  }

  /** Area above `base` that an edge of another zone adds, in pairs with all edges here, each where both begin. */
  sharedWith(edge: Edge, base: number): number {
    const first = this.#stripAt(edge.west);
    const last = this.#stripAt(edge.east);
    let sum = 0;
    for (let strip = first; strip <= last; strip++) {
      for (const other of this.#edges[strip]) {
        const west = Math.max(edge.west, other.west);
        const east = Math.min(edge.east, other.east);
        if (west >= east || this.#stripAt(west) !== strip) continue;
        sum += edge.sign * other.sign * belowLower(edge, other, west, east, base);
      }
    }
    return sum;
  }
}

/** Area on the unit sphere between `base` and the lower of two edges, from `west` to `east`. */
function belowLower(a: Edge, b: Edge, west: number, east: number, base: number): number {
  const westA = latAt(a, west);
  const westB = latAt(b, west);
  const eastA = latAt(a, east);
  const eastB = latAt(b, east);
  const westGap = westA - westB;
  const eastGap = eastA - eastB;
  if (westGap <= 0 && eastGap <= 0) return (east - west) * meanSineAbove(base, westA, eastA);
  if (westGap >= 0 && eastGap >= 0) return (east - west) * meanSineAbove(base, westB, eastB);
  const crossing = west + ((east - west) * westGap) / (westGap - eastGap);
  const crossingLat = latAt(a, crossing);
  return (
    (crossing - west) * meanSineAbove(base, Math.min(westA, westB), crossingLat) +
    (east - crossing) * meanSineAbove(base, crossingLat, Math.min(eastA, eastB))
  );
}

const latAt = (edge: Edge, lon: number): number => edge.westLat + (lon - edge.west) * edge.slope;

/**
 * The edges that bear on what a box holds: one below the box is the lower of every pair, and the signs over it add up to
 * nothing. They are picked before anything is made of them, as a country's coverage has thousands.
 */
function edgesOf(zone: Zone, { west, south, east }: BoundingBox): Edge[] {
  const edges: Edge[] = [];
  for (const polygon of zone) {
    for (const [index, ring] of polygon.entries()) {
      const signWestwards = isCounterclockwise(ring) === (index === 0) ? 1 : -1;
      for (let i = 1; i < ring.length; i++) {
        const [fromLon, fromLat] = ring[i - 1]!;
        const [toLon, toLat] = ring[i]!;
        if (fromLon === toLon || (fromLat < south && toLat < south)) continue;
        const westwards = toLon < fromLon;
        const [westLon, eastLon] = westwards ? [toLon, fromLon] : [fromLon, toLon];
        if (westLon >= east || eastLon <= west) continue;
        edges.push({
          west: westLon * RADIANS,
          east: eastLon * RADIANS,
          westLat: (westwards ? toLat : fromLat) * RADIANS,
          slope: (toLat - fromLat) / (toLon - fromLon),
          sign: westwards ? signWestwards : -signWestwards,
        });
      }
    }
  }
  return edges;
}

/** On the plane of longitude and latitude, where edges are straight. */
function isCounterclockwise(ring: Ring): boolean {
  const [lon0, lat0] = ring[0]!;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [lonA, latA] = ring[i - 1]!;
    const [lonB, latB] = ring[i]!;
    sum += (lonA - lon0) * (latB - lat0) - (lonB - lon0) * (latA - lat0);
  }
  return sum > 0;
}
