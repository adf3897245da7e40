/** Whether zones share area, where people are counted twice: edges cross (exact predicates), or one zone lies in the other. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  commonBox,
  isCounterclockwise,
  type Position,
} from '../geo/positions.ts';
import { meetingOf, type Point, UNITS_PER_DEGREE } from '../zone/orientation.ts';
import { closedRings, type Outline } from './question.ts';

/** @param parts of one zone */
export const partsOverlap = (parts: readonly Outline[]): boolean =>
  parts.some((part, i) => parts.slice(i + 1).some((other) => outlinesOverlap(part, other)));

/** Borders alone do not count. */
export function outlinesOverlap(a: Outline, b: Outline): boolean {
  const shared = commonBox(boundingBoxOf(a), boundingBoxOf(b));
  if (shared === null || shared.west === shared.east || shared.south === shared.north) return false;
  return lies(a, b) || lies(b, a) || edgesCross(a, b, shared);
}

function edgesCross(a: Outline, b: Outline, box: BoundingBox): boolean {
  const others = edgesIn(b, box);
  return edgesIn(a, box).some((edge) =>
    others.some((other) => {
      if (!boxesOverlap(edge.box, other.box)) return false;
      const [p, q, r, s] = [edge.from, edge.to, other.from, other.to];
      const { kind } = meetingOf(p, q, r, s);
      // The insides lie on the same side.
      const isAlong = (q.x - p.x) * (s.x - r.x) + (q.y - p.y) * (s.y - r.y) > 0;
      return kind === 'cross' || (kind === 'overlap' && isAlong);
    }),
  );
}

interface Edge {
  readonly from: Point;
  readonly to: Point;
  readonly box: BoundingBox;
}

/** With the inside on their left. */
const edgesIn = (outline: Outline, box: BoundingBox): Edge[] =>
  closedRings(outline).flatMap((ring, i) => {
    const directed = isCounterclockwise(ring) === (i === 0) ? ring : ring.toReversed();
    return directed.slice(1).flatMap((to, j): Edge[] => {
      const edge = { from: pointOf(directed[j]), to: pointOf(to), box: boundingBoxOf([[directed[j], to]]) };
      return boxesOverlap(edge.box, box) ? [edge] : [];
    });
  });

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
