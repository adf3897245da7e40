/**
 * Computes areas of intersections without an overlay: a zone is the signed sum of areas below its edges, so the product of two
 * is a sum over pairs of edges, which coincident edges cannot break.
 */
import { meanAuthalicSineAbove } from './area.ts';
import { EARTH_RADIUS_M, RADIANS } from './earth.ts';
import { type BoundingBox, isCounterclockwise, TURNS, type Zone } from './positions.ts';
import { ZoneEdges } from './zone-edges.ts';

/** Averages the height above `base` along an edge between two latitudes. */
type MeanHeight = (base: number, from: number, to: number) => number;

const planarHeight: MeanHeight = (base, from, to) => (from + to) / 2 - base;
const authalicHeight: MeanHeight = (base, from, to) =>
  meanAuthalicSineAbove(base * RADIANS, from * RADIANS, to * RADIANS);

/** Smaller shares, of a cell below a square millimetre, are rounding errors. */
const ROUNDING = 1e-9;

/** @param b rings have any orientation, as those of `a` */
export function sharedArea_m2(a: Zone, b: Zone): number {
  const edges = new ZoneEdges(a);
  const { south } = edges.box;
  let sum = 0;
  for (const polygon of b) {
    for (const [index, ring] of polygon.entries()) {
      const westwards = isCounterclockwise(ring) === (index === 0) ? 1 : -1;
      for (let i = 1; i < ring.length; i++) {
        const [lonA, latA] = ring[i - 1];
        const [lonB, latB] = ring[i];
        if (lonB < lonA) sum += westwards * areaBelow(edges, lonB, latB, lonA, latA, south, authalicHeight);
        else sum -= westwards * areaBelow(edges, lonA, latA, lonB, latB, south, authalicHeight);
      }
    }
  }
  return Math.max(0, sum) * RADIANS * EARTH_RADIUS_M ** 2;
}

/** A counterclockwise outline, whose longitudes may continue beyond ±180. */
export interface Outline extends BoundingBox {
  readonly lons: readonly number[];
  readonly lats: readonly number[];
}

/** Returns which share of a cell lies in a zone, 0 to 1, in the plane of longitude and latitude; shares of parts add up. */
export function shareInside({ lons, lats, west, south, east }: Outline, edges: ZoneEdges): number {
  let area = 0;
  let shared = 0;
  for (const turn of TURNS) {
    const isNear = west + turn < edges.box.east && east + turn > edges.box.west;
    if (turn !== 0 && !isNear) continue;
    for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
      const [w, e, sign] = lons[i] > lons[j] ? [j, i, -1] : [i, j, 1];
      if (turn === 0) area += sign * (lons[e] - lons[w]) * planarHeight(south, lats[w], lats[e]);
      if (isNear)
        shared +=
          sign * areaBelow(edges, lons[w] + turn, lats[w], lons[e] + turn, lats[e], south, planarHeight);
    }
  }
  const share = shared / area;
  return share < ROUNDING ? 0 : share > 1 - ROUNDING ? 1 : share;
}

/** Sums the signed areas above `base` that lie below an edge, given from west to east, and below one of the zone's. */
function areaBelow(
  edges: ZoneEdges,
  west: number,
  westLat: number,
  east: number,
  eastLat: number,
  base: number,
  meanHeight: MeanHeight,
): number {
  // Edges below the base cancel each other.
  if (!(west < edges.box.east && east > edges.box.west) || (westLat <= base && eastLat <= base)) return 0;
  const slope = (eastLat - westLat) / (east - west);
  const firstStrip = edges.stripAt(west);
  const lastStrip = edges.stripAt(east);
  let sum = 0;
  for (let strip = firstStrip; strip <= lastStrip; strip++) {
    const end = edges.firstOfStrip[strip + 1];
    for (let i = edges.firstOfStrip[strip]; i < end; i++) {
      const edge = edges.stripEdges[i];
      if (strip > firstStrip && edges.firstStrip[edge] < strip) continue;
      const otherWest = edges.west[edge];
      const otherEast = edges.east[edge];
      const otherLat = edges.westLat[edge];
      if (otherLat <= base && edges.eastLat[edge] <= base) continue;
      const left = west > otherWest ? west : otherWest;
      const right = east < otherEast ? east : otherEast;
      if (!(left < right)) continue;
      const otherSlope = (edges.eastLat[edge] - otherLat) / (otherEast - otherWest);
      const area = areaBelowLower(
        base,
        right - left,
        westLat + (left - west) * slope,
        westLat + (right - west) * slope,
        otherLat + (left - otherWest) * otherSlope,
        otherLat + (right - otherWest) * otherSlope,
        meanHeight,
      );
      sum += edges.sign[edge] * area;
    }
  }
  return sum;
}

function areaBelowLower(
  base: number,
  width: number,
  leftA: number,
  rightA: number,
  leftB: number,
  rightB: number,
  meanHeight: MeanHeight,
): number {
  const leftGap = leftA - leftB;
  const rightGap = rightA - rightB;
  if (leftGap <= 0 && rightGap <= 0) return width * meanHeight(base, leftA, rightA);
  if (leftGap >= 0 && rightGap >= 0) return width * meanHeight(base, leftB, rightB);
  const share = leftGap / (leftGap - rightGap);
  const crossing = leftA + share * (rightA - leftA);
  const west = share * meanHeight(base, Math.min(leftA, leftB), crossing);
  return width * (west + (1 - share) * meanHeight(base, crossing, Math.min(rightA, rightB)));
}
