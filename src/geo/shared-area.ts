/**
 * Computes the area that two zones have in common, without an overlay. A zone is the signed sum of areas below its edges, so
 * the product of two is a sum over pairs of edges, which coincident edges cannot break.
 */
import { meanAuthalicSineAbove } from './area.ts';
import { EARTH_RADIUS_M, RADIANS } from './earth.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  isCounterclockwise,
  type Position,
  type Zone,
} from './positions.ts';

/** Edges run from west to east, in radians. */
interface Edges {
  readonly count: number;
  readonly west: Float64Array;
  readonly east: Float64Array;
  readonly westLat: Float64Array;
  readonly slope: Float64Array;
  /** The sign is 1 with the zone below the edge, else -1. */
  readonly sign: Int8Array;
}

/** Rings have any orientation. */
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
  const edgesOfA = edgesOf(a, common);
  const strips = new Strips(edgesOf(b, common), common);
  let sum = 0;
  for (let edge = 0; edge < edgesOfA.count; edge++) sum += strips.sharedWith(edgesOfA, edge);
  return Math.max(0, sum) * EARTH_RADIUS_M ** 2;
}

class Strips {
  readonly #edges: Edges;
  readonly #west: number;
  readonly #south: number;
  readonly #count: number;
  readonly #perRadian: number;
  /** Strip s has the edges #entries[#first[s]] to #entries[#first[s + 1] - 1]. */
  readonly #first: Int32Array;
  readonly #entries: Int32Array;

  constructor(edges: Edges, { west, south, east }: BoundingBox) {
    this.#edges = edges;
    this.#count = edges.count + 1;
    this.#west = west * RADIANS;
    this.#south = south * RADIANS;
    this.#perRadian = this.#count / ((east - west) * RADIANS);
    const first = new Int32Array(this.#count + 1);
    for (let edge = 0; edge < edges.count; edge++) {
      const last = this.#stripAt(edges.east[edge]);
      for (let strip = this.#stripAt(edges.west[edge]); strip <= last; strip++) first[strip + 1]++;
    }
    for (let strip = 0; strip < this.#count; strip++) first[strip + 1] += first[strip];
    this.#first = first;
    this.#entries = new Int32Array(first[this.#count]);
    const next = first.slice();
    for (let edge = 0; edge < edges.count; edge++) {
      const last = this.#stripAt(edges.east[edge]);
      for (let strip = this.#stripAt(edges.west[edge]); strip <= last; strip++) {
        this.#entries[next[strip]++] = edge;
      }
    }
  }

  #stripAt(lon: number): number {
    const strip = Math.floor((lon - this.#west) * this.#perRadian);
    return Math.max(0, Math.min(this.#count - 1, strip));
  }

  sharedWith(edges: Edges, edge: number): number {
    const others = this.#edges;
    const edgeWest = edges.west[edge];
    const edgeEast = edges.east[edge];
    const first = this.#stripAt(edgeWest);
    const last = this.#stripAt(edgeEast);
    let sum = 0;
    for (let strip = first; strip <= last; strip++) {
      const end = this.#first[strip + 1];
      for (let entry = this.#first[strip]; entry < end; entry++) {
        const other = this.#entries[entry];
        const otherWest = others.west[other];
        const otherEast = others.east[other];
        const west = edgeWest > otherWest ? edgeWest : otherWest;
        const east = edgeEast < otherEast ? edgeEast : otherEast;
        if (west >= east || (strip > first && this.#stripAt(west) !== strip)) continue;
        sum += others.sign[other] * this.#belowLower(edges, edge, other, west, east);
      }
    }
    return edges.sign[edge] * sum;
  }

  #belowLower(a: Edges, edgeOfA: number, edgeOfB: number, west: number, east: number): number {
    const b = this.#edges;
    const base = this.#south;
    const slopeA = a.slope[edgeOfA];
    const slopeB = b.slope[edgeOfB];
    const westA = a.westLat[edgeOfA] + (west - a.west[edgeOfA]) * slopeA;
    const westB = b.westLat[edgeOfB] + (west - b.west[edgeOfB]) * slopeB;
    const eastA = a.westLat[edgeOfA] + (east - a.west[edgeOfA]) * slopeA;
    const eastB = b.westLat[edgeOfB] + (east - b.west[edgeOfB]) * slopeB;
    const westGap = westA - westB;
    const eastGap = eastA - eastB;
    if (westGap <= 0 && eastGap <= 0) return (east - west) * meanAuthalicSineAbove(base, westA, eastA);
    if (westGap >= 0 && eastGap >= 0) return (east - west) * meanAuthalicSineAbove(base, westB, eastB);
    const crossing = west + ((east - west) * westGap) / (westGap - eastGap);
    const crossingLat = a.westLat[edgeOfA] + (crossing - a.west[edgeOfA]) * slopeA;
    return (
      (crossing - west) * meanAuthalicSineAbove(base, Math.min(westA, westB), crossingLat) +
      (east - crossing) * meanAuthalicSineAbove(base, crossingLat, Math.min(eastA, eastB))
    );
  }
}

/** Drops edges below the box, where signs cancel. */
function edgesOf(zone: Zone, box: BoundingBox): Edges {
  let most = 0;
  for (const polygon of zone) for (const ring of polygon) most += ring.length;
  const edges = {
    count: 0,
    west: new Float64Array(most),
    east: new Float64Array(most),
    westLat: new Float64Array(most),
    slope: new Float64Array(most),
    sign: new Int8Array(most),
  };
  for (const polygon of zone) {
    for (const [index, ring] of polygon.entries()) {
      addEdges(edges, ring, isCounterclockwise(ring) === (index === 0) ? 1 : -1, box);
    }
  }
  return edges;
}

function addEdges(
  edges: Edges & { count: number },
  ring: readonly Position[],
  signWestwards: 1 | -1,
  { west, south, east }: BoundingBox,
): void {
  for (let i = 1; i < ring.length; i++) {
    const [fromLon, fromLat] = ring[i - 1];
    const [toLon, toLat] = ring[i];
    if (fromLon === toLon || (fromLat < south && toLat < south)) continue;
    const westwards = toLon < fromLon;
    const westLon = westwards ? toLon : fromLon;
    const eastLon = westwards ? fromLon : toLon;
    if (westLon >= east || eastLon <= west) continue;
    const edge = edges.count++;
    edges.west[edge] = westLon * RADIANS;
    edges.east[edge] = eastLon * RADIANS;
    edges.westLat[edge] = (westwards ? toLat : fromLat) * RADIANS;
    edges.slope[edge] = (toLat - fromLat) / (toLon - fromLon);
    edges.sign[edge] = westwards ? signWestwards : -signWestwards;
  }
}
