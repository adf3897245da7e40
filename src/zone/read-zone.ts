/** Parses the parameter `zone`, validates it by schema and exact predicates, and returns one canonical polygon for equal zones. */
import * as v from 'valibot';
import { badRequest, cannotServe, type Result, success } from '../failures.ts';
import { areaOfPolygon_m2, perimeterOfZone_m } from '../geo/area.ts';
import type { Polygon, Position } from '../geo/positions.ts';
import { MAX_ZONE_AREA_KM2, MAX_ZONE_PERIMETER_KM, MAX_ZONE_POSITIONS } from '../limits.ts';
import { faultOfRings, type PointRing, type RingPoint } from './check-rings.ts';
import { foreignCrs } from './foreign-crs.ts';
import { orientation, UNITS_PER_DEGREE } from './orientation.ts';
import { EXPECTED_ZONE, type polygonSchema, zoneSchema } from './zone-schema.ts';

/** A step is six decimals (0.1 m); smaller differences are ignored. */
const UNITS_PER_STEP = 1000;
const HALF_TURN = 180 * UNITS_PER_DEGREE;

/** No query string has this many positions. */
const HOPELESS_POSITIONS = 10 * MAX_ZONE_POSITIONS;

const BYTE_ORDER_MARK = /^\uFEFF/;
const MAX_REPEATED_CHARACTERS = 80;

/**
 * Reads a GeoJSON `Polygon`, or a `Feature` of one.
 * @returns canonical polygon: [longitude, latitude] with at most six decimals (nine where six would break rings), no repeated
 *   points, shell counterclockwise, holes clockwise and sorted, rings from their smallest position. Fails with `bad-request` if
 *   invalid, `cannot-serve` over a limit; messages count ring and position from 0.
 */
export function readZone(text: string): Result<Polygon> {
  const listed = ringsIn(text);
  if (!listed.ok) return listed;
  const positions = listed.value.reduce((sum, ring) => sum + ring.length, 0);
  const tooMany = cannotServe(
    'over-limit',
    `zone: has ${positions} positions, at most ${MAX_ZONE_POSITIONS} are served`,
  );
  if (positions > HOPELESS_POSITIONS) return tooMany;

  const rings: PointRing[] = [];
  for (const [index, ring] of listed.value.entries()) {
    const read = readRing(ring, index);
    if (!read.ok) return read;
    rings.push(read.value);
  }
  const fault = faultOfRings(rings);
  if (fault) return badRequest(`zone: not a valid polygon, ${fault}`);
  if (positions > MAX_ZONE_POSITIONS) return tooMany;

  const polygon = canonicalPolygon(inSteps(rings) ?? rings);
  const area_km2 = areaOfPolygon_m2(polygon) / 1e6;
  if (area_km2 > MAX_ZONE_AREA_KM2) {
    return cannotServe(
      'over-limit',
      `zone: covers ${format(area_km2)} km², at most ${format(MAX_ZONE_AREA_KM2)} km² are served`,
    );
  }
  const perimeter_km = perimeterOfZone_m([polygon]) / 1000;
  if (perimeter_km > MAX_ZONE_PERIMETER_KM) {
    return cannotServe(
      'over-limit',
      `zone: has a perimeter of ${format(perimeter_km)} km, holes included, at most ${format(MAX_ZONE_PERIMETER_KM)} km are served`,
    );
  }
  return success(polygon);
}

const format = (value: number): string => (Math.ceil(value * 10) / 10).toLocaleString('en');

function ringsIn(text: string): Result<readonly PositionRing[]> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(BYTE_ORDER_MARK, ''));
  } catch {
    return badRequest(`zone: not JSON, ${EXPECTED_ZONE}`);
  }
  const crs = foreignCrs(json);
  if (crs !== null) {
    return badRequest(
      `zone: its crs is ${crs.slice(0, MAX_REPEATED_CHARACTERS)}, convert it to WGS84 degrees (CRS84, EPSG:4326) and leave crs out`,
    );
  }
  const parsed = v.safeParse(zoneSchema, json, { abortEarly: true });
  if (!parsed.success) return badRequest(`zone: ${describeIssue(parsed.issues[0])}`);
  const zone = parsed.output;
  return success(zone.type === 'Feature' ? zone.geometry.coordinates : zone.coordinates);
}

type PositionRing = v.InferOutput<typeof polygonSchema>['coordinates'][number];

function describeIssue({ path, message }: v.InferIssue<typeof zoneSchema>): string {
  const keys = (path ?? []).map(({ key }) => key);
  const [ring, position] = keys.slice(keys.indexOf('coordinates') + 1);
  if (typeof ring !== 'number') return message;
  return typeof position === 'number'
    ? `ring ${ring}, position ${position}: ${message}`
    : `ring ${ring} ${message}`;
}

function readRing(ring: PositionRing, index: number): Result<PointRing> {
  const points: RingPoint[] = [];
  for (const [position, [lon, lat]] of ring.entries()) {
    const point = { x: units(lon), y: units(lat), position };
    const before = points.at(-1);
    if (before && Math.abs(point.x - before.x) > HALF_TURN) {
      return badRequest(
        `zone: ring ${index}, position ${position}: an edge may span at most 180 degrees of longitude`,
      );
    }
    if (!before || point.x !== before.x || point.y !== before.y) points.push(point);
  }
  const first = points[0];
  const [lastLon, lastLat] = ring.at(-1)!;
  if (units(lastLon) !== first.x || units(lastLat) !== first.y) {
    return badRequest(
      `zone: ring ${index} is not closed, its position ${ring.length - 1} must be the same as its position 0`,
    );
  }
  points.pop();
  if (points.length < 3 || isStraight(points)) return badRequest(`zone: ring ${index} has no area`);
  return success(points);
}

/** Turns -0 into 0. */
const units = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE) + 0;

const isStraight = (points: PointRing): boolean => {
  for (let i = 1; i + 1 < points.length; i++) {
    if (orientation(points[0], points[i], points[i + 1]) !== 0) return false;
  }
  return true;
};

/** Rounds to steps, and returns `null` if that makes rings invalid. */
function inSteps(rings: readonly PointRing[]): PointRing[] | null {
  const rounded = rings.map((ring) =>
    ring
      .map(({ x, y, position }) => ({ x: toStep(x), y: toStep(y), position }))
      .filter((point, index, points) => {
        const before = points.at(index - 1)!;
        return point.x !== before.x || point.y !== before.y;
      }),
  );
  const flat = rounded.some((ring) => ring.length < 3 || isStraight(ring));
  return flat || faultOfRings(rounded) ? null : rounded;
}

const toStep = (units: number): number => Math.round(units / UNITS_PER_STEP) * UNITS_PER_STEP + 0;

function canonicalPolygon(rings: readonly PointRing[]): Polygon {
  const [shell, ...holes] = rings.map((ring, index) => canonicalRing(ring, index === 0));
  return [shell!, ...holes.sort(comparePositions)];
}

/** The smallest point of a simple ring is convex, so the turn there gives the ring's direction exactly. */
function canonicalRing(ring: PointRing, counterclockwise: boolean): Position[] {
  const start = ring.reduce((best, point, index) => {
    const smallest = ring[best];
    return point.x < smallest.x || (point.x === smallest.x && point.y < smallest.y) ? index : best;
  }, 0);
  const turned = [...ring.slice(start), ...ring.slice(0, start + 1)];
  const isCounterclockwise = orientation(turned.at(-2)!, turned[0], turned[1]) > 0;
  const ordered = isCounterclockwise === counterclockwise ? turned : turned.toReversed();
  return ordered.map(({ x, y }) => [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE]);
}

/** Compares positions lexicographically. */
function comparePositions(a: readonly Position[], b: readonly Position[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = a[i][0] - b[i][0] || a[i][1] - b[i][1];
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
