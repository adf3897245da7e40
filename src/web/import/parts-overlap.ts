/** Whether parts of a zone overlap, counting people twice. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { type BoundingBox, boundingBoxOf, type Position } from '../../geo/positions.ts';
import { meetingOf, type Point, UNITS_PER_DEGREE } from '../../zone/orientation.ts';
import { closedRings, type Outline } from '../question.ts';

export function partsOverlap(parts: readonly Outline[]): boolean {
  const boxes = parts.map(boundingBoxOf);
  return parts.some((part, i) =>
    parts.slice(i + 1).some((other, j) => {
      const shared = sharedBox(boxes[i], boxes[i + 1 + j]);
      return shared !== null && (edgesCross(part, other, shared) || lies(part, other) || lies(other, part));
    }),
  );
}

function sharedBox(a: BoundingBox, b: BoundingBox): BoundingBox | null {
  const west = Math.max(a.west, b.west);
  const east = Math.min(a.east, b.east);
  const south = Math.max(a.south, b.south);
  const north = Math.min(a.north, b.north);
  return west < east && south < north ? { west, east, south, north } : null;
}

function edgesCross(a: Outline, b: Outline, box: BoundingBox): boolean {
  const others = edgesIn(b, box);
  return edgesIn(a, box).some(([p, q]) =>
    others.some(([r, s]) => {
      const { kind } = meetingOf(p, q, r, s);
      // Such counterclockwise shells have their insides on the same side.
      const isAlong = (q.x - p.x) * (s.x - r.x) + (q.y - p.y) * (s.y - r.y) > 0;
      return kind === 'cross' || (kind === 'overlap' && isAlong);
    }),
  );
}

function edgesIn(outline: Outline, { west, east, south, north }: BoundingBox): [Point, Point][] {
  return closedRings(outline).flatMap((ring) =>
    ring.slice(1).flatMap((to, i): [Point, Point][] => {
      const from = ring[i];
      const isOutside =
        Math.max(from[0], to[0]) < west ||
        Math.min(from[0], to[0]) > east ||
        Math.max(from[1], to[1]) < south ||
        Math.min(from[1], to[1]) > north;
      return isOutside ? [] : [[pointOf(from), pointOf(to)]];
    }),
  );
}

const pointOf = ([lon, lat]: Position): Point => ({
  x: Math.round(lon * UNITS_PER_DEGREE),
  y: Math.round(lat * UNITS_PER_DEGREE),
});

/** Tests vertices and edge middles, in half units. */
function lies(part: Outline, around: Outline): boolean {
  const coordinates = closedRings(around).map((ring) => ring.map(pointOf).map(({ x, y }) => [2 * x, 2 * y]));
  const isInside = (p: Point, q: Point): boolean =>
    booleanPointInPolygon([p.x + q.x, p.y + q.y], { type: 'Polygon', coordinates }, { ignoreBoundary: true });
  const shell = closedRings(part)[0].map(pointOf);
  return shell.slice(1).some((to, i) => isInside(to, to) || isInside(shell[i], to));
}
