/** Fits polygons of any size into zones that calls accept: simplifies them within a distance, and splits those still too large. */
import { areaOfPolygon_m2, areaOfZone_m2, perimeterOfZone_m } from '../../geo/area.ts';
import { douglasPeucker } from '../../geo/douglas-peucker.ts';
import type { Polygon, Position, Zone } from '../../geo/positions.ts';
import {
  MAX_QUERY_BYTES,
  MAX_ZONE_AREA_KM2,
  MAX_ZONE_PERIMETER_KM,
  MAX_ZONE_POSITIONS,
} from '../../limits.ts';
import { InvalidQuestion } from './errors.ts';
import { halvesOf, unionOf } from './overlay.ts';

/** The service itself simplifies isochrones more, by 25 m for walks. */
export const USUAL_DEVIATION_M = 10;
const DISTANCES_M = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
/** Coordinates move by at most this when rounded to six decimals. */
const ROUNDED_M = 0.1;
const MAX_PARTS = 1_000;

export interface FittedZone {
  /** Polygons with disjoint interiors, each for one call. */
  readonly parts: Zone;
  /** Distance from the given boundary, at most; parts narrower than twice that may be missing. */
  readonly within_m: number;
}

/**
 * @param zone polygons that may overlap, whose people are counted once
 * @param most_m the largest deviation that is accepted
 * @throws InvalidQuestion if a polygon crosses itself, if nothing is left, or for more than 1,000 parts
 */
export function fitZone(zone: Zone, most_m = USUAL_DEVIATION_M): FittedZone {
  if (zone.length === 1 && fitsOneCall(zone[0])) return { parts: zone, within_m: 0 };
  const simplified = zone.map((polygon) => simplifiedPolygon(polygon, most_m));
  const open: Zone[] =
    simplified.length === 1 ? [simplified[0].zone] : [unionOf(...simplified.map((one) => one.zone))];
  const parts: Polygon[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const polygon of next) {
      if (fitsOneCall(polygon)) parts.push(polygon);
      else open.push(...halvesOf([polygon]));
    }
    if (parts.length + open.length > MAX_PARTS)
      throw new InvalidQuestion(
        `the zone has more than ${MAX_PARTS} parts: leave out small ones, or count in pieces`,
      );
  }
  if (parts.length === 0)
    throw new InvalidQuestion(
      `the zone has no area, or is nowhere wider than ${2 * most_m} m: give a smaller within_m`,
    );
  return { parts, within_m: Math.max(...simplified.map(({ within_m }) => within_m)) };
}

/** Simplifies by the least tolerance of a list that makes it fit a call, or else by the last one. */
function simplifiedPolygon(polygon: Polygon, most_m: number): { zone: Zone; within_m: number } {
  const tolerances_m = [
    0,
    ...DISTANCES_M.filter((distance_m) => distance_m < most_m),
    ...(most_m > 0 ? [most_m] : []),
  ];
  for (const within_m of tolerances_m) {
    const isLast = within_m === tolerances_m.at(-1);
    const rings =
      within_m === 0
        ? polygon
        : polygon.map((ring) => douglasPeucker(ring, Math.max(0, within_m - ROUNDED_M)));
    if (!isLast && rings.flat().length > MAX_ZONE_POSITIONS) continue;
    const zone = unionOf([rings]);
    const changed_m2 = Math.abs(areaOfZone_m2(zone) - areaOfPolygon_m2(polygon));
    if (changed_m2 > perimeterOfZone_m([polygon]) * (within_m + ROUNDED_M))
      throw new InvalidQuestion('the zone is not a valid polygon: its rings cross each other or themselves');
    if (isLast || zone.every(isShortEnough)) return { zone, within_m };
  }
  throw new Error('no tolerance');
}

export const polygonText = (polygon: Polygon): string =>
  JSON.stringify({ type: 'Polygon', coordinates: polygon });

/** Tells whether a polygon is within the limits of a call. */
export const fitsOneCall = (polygon: Polygon): boolean =>
  isShortEnough(polygon) &&
  areaOfPolygon_m2(polygon) <= 1e6 * MAX_ZONE_AREA_KM2 &&
  perimeterOfZone_m([polygon]) <= 1_000 * MAX_ZONE_PERIMETER_KM;

/** Tells whether a polygon, of whatever size, can be written into a call. */
export function isShortEnough(polygon: Polygon): boolean {
  const positions = polygon.reduce((sum, ring) => sum + ring.length, 0);
  if (positions > MAX_ZONE_POSITIONS) return false;
  return (
    String(new URLSearchParams({ zone: polygonText(polygon), details: 'true' })).length <= MAX_QUERY_BYTES
  );
}

/**
 * Reads GeoJSON: a Polygon, a MultiPolygon, or a Feature of one.
 * @throws InvalidQuestion
 */
export function polygonsIn(geojson: unknown): Zone {
  const { type, geometry, coordinates } = (geojson ?? {}) as Record<string, unknown>;
  if (type === 'Feature') return polygonsIn(geometry);
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null;
  if (!Array.isArray(polygons) || polygons.length === 0) throw new InvalidQuestion(NO_POLYGON);
  return polygons.map((polygon) => {
    if (!Array.isArray(polygon) || polygon.length === 0) throw new InvalidQuestion(NO_POLYGON);
    return polygon.map((ring) => {
      if (!Array.isArray(ring) || ring.length < 4) throw new InvalidQuestion(NO_POLYGON);
      return ring.map(positionOf);
    });
  });
}

const NO_POLYGON = 'the zone is neither a GeoJSON Polygon nor a MultiPolygon with closed rings';

function positionOf(position: unknown): Position {
  const [lon, lat] = Array.isArray(position) ? position : [];
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
    throw new InvalidQuestion('the zone has positions that are not WGS84 degrees');
  return [lon, lat];
}
