/**
 * Computes the area that two zones have in common, as to weigh coverages, without an overlay. A zone is the signed sum of areas
 * below its edges, so the product of two is a sum over pairs of edges, which coincident edges cannot break.
 */
import { meanAuthalicSineAbove } from './area.ts';
import { EARTH_RADIUS_M, RADIANS } from './earth.ts';
import { type BoundingBox, isCounterclockwise, type Position, TURNS, type Zone } from './positions.ts';
import { EdgeList, ZoneEdges } from './zone-edges.ts';

/** Averages the height above `base` along an edge between two latitudes. */
type MeanHeight = (base: number, from: number, to: number) => number;

const planarHeight: MeanHeight = (base, from, to) => (from + to) / 2 - base;
const authalicHeight: MeanHeight = (base, from, to) =>
  meanAuthalicSineAbove(base * RADIANS, from * RADIANS, to * RADIANS);

/** Smaller shares, of a cell below a square millimetre, are rounding errors. */
const ROUNDING = 1e-9;

const near = new EdgeList(new Int32Array(64));

/** @param b rings have any orientation, as those of `a` */
export function sharedArea_m2(a: Zone, b: Zone): number {
  const edges = new ZoneEdges(a);
  let sum = 0;
  for (const polygon of b) {
    for (const [index, ring] of polygon.entries()) {
      const sign = isCounterclockwise(ring) === (index === 0) ? 1 : -1;
      for (let i = 1; i < ring.length; i++) {
        if (ring[i][0] < ring[i - 1][0]) sum += sign * areaBelowBoth(edges, ring[i], ring[i - 1]);
        else sum -= sign * areaBelowBoth(edges, ring[i - 1], ring[i]);
      }
    }
  }
  return Math.max(0, sum) * RADIANS * EARTH_RADIUS_M ** 2;
}

function areaBelowBoth(edges: ZoneEdges, [west, westLat]: Position, [east, eastLat]: Position): number {
  const { south } = edges.box;
  if (westLat < south && eastLat < south) return 0;
  const count = edges.between(west, east, near);
  let area = 0;
  for (let i = 0; i < count; i++)
    area += areaBelow(edges, near.entries[i], west, westLat, east, eastLat, south, authalicHeight);
  return area;
}

/** A counterclockwise outline, whose longitudes may continue beyond ±180. */
export interface Outline extends BoundingBox {
  readonly lons: readonly number[];
  readonly lats: readonly number[];
}

/** Returns which share of a cell lies in a zone, 0 to 1, in the plane of longitude and latitude; shares of parts add up. */
export function shareInside(cell: Outline, edges: ZoneEdges): number {
  const { lons, lats, south, north } = cell;
  let area = 0;
  for (let i = 0, j = lons.length - 1; i < lons.length; j = i++)
    area -= (lons[i] - lons[j]) * planarHeight(south, lats[j], lats[i]);
  let shared = 0;
  for (const turn of TURNS) {
    const west = cell.west + turn;
    const east = cell.east + turn;
    const count = edges.between(west, east, near);
    for (let k = 0; k < count; k++) {
      const edge = near.entries[k];
      const westLat = edges.westLat[edge];
      const eastLat = edges.eastLat[edge];
      if (westLat <= south && eastLat <= south) continue;
      const isAcross = edges.west[edge] <= west && edges.east[edge] >= east;
      if (isAcross && westLat >= north && eastLat >= north) shared += edges.sign[edge] * area;
      else shared += areaInCell(edges, edge, cell, turn);
    }
  }
  const share = shared / area;
  return share < ROUNDING ? 0 : share > 1 - ROUNDING ? 1 : share;
}

/** Computes the area of a cell below an edge of a zone, with the edge's sign. */
function areaInCell(edges: ZoneEdges, edge: number, { lons, lats, south }: Outline, turn: number): number {
  let area = 0;
  for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
    const isEastwards = lons[i] > lons[j];
    const w = isEastwards ? j : i;
    const e = isEastwards ? i : j;
    const west = lons[w] + turn;
    const east = lons[e] + turn;
    const below = areaBelow(edges, edge, west, lats[w], east, lats[e], south, planarHeight);
    area += isEastwards ? -below : below;
  }
  return area;
}

/**
 * Computes the area above `base` below both an edge of a zone and a line from west to east, with the edge's sign. Edges and
 * lines below the base cancel each other.
 */
function areaBelow(
  edges: ZoneEdges,
  edge: number,
  west: number,
  westLat: number,
  east: number,
  eastLat: number,
  base: number,
  meanHeight: MeanHeight,
): number {
  const edgeWest = edges.west[edge];
  const edgeEast = edges.east[edge];
  const left = west > edgeWest ? west : edgeWest;
  const right = east < edgeEast ? east : edgeEast;
  if (!(left < right)) return 0;
  const edgeLat = edges.westLat[edge];
  const edgeSlope = (edges.eastLat[edge] - edgeLat) / (edgeEast - edgeWest);
  const slope = (eastLat - westLat) / (east - west);
  const leftA = westLat + (left - west) * slope;
  const rightA = westLat + (right - west) * slope;
  const leftB = edgeLat + (left - edgeWest) * edgeSlope;
  const rightB = edgeLat + (right - edgeWest) * edgeSlope;
  const leftGap = leftA - leftB;
  const rightGap = rightA - rightB;
  const width = edges.sign[edge] * (right - left);
  if (leftGap <= 0 && rightGap <= 0) return width * meanHeight(base, leftA, rightA);
  if (leftGap >= 0 && rightGap >= 0) return width * meanHeight(base, leftB, rightB);
  const share = leftGap / (leftGap - rightGap);
  const crossing = leftA + share * (rightA - leftA);
  const before = share * meanHeight(base, Math.min(leftA, leftB), crossing);
  return width * (before + (1 - share) * meanHeight(base, crossing, Math.min(rightA, rightB)));
}
