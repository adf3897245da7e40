/** Checks that rings are closed and simple (by a sweep over their edges), and orients polygons by RFC 7946. */
import {
  isCounterclockwise,
  type Polygon,
  type Position,
  type Ring,
  signedDoubleArea,
} from '../../src/geo/positions.ts';

/** A closed ring has at least four positions, the last equal to the first. */
export function isClosedRing(ring: Ring): boolean {
  const first = ring[0];
  const last = ring[ring.length - 1];
  return ring.length >= 4 && first![0] === last![0] && first![1] === last![1];
}

/** Returns the shell counterclockwise, and holes clockwise. */
export function rightHanded(polygon: Polygon): Polygon {
  return polygon.map((ring, index) =>
    isCounterclockwise(ring) === (index === 0) ? ring : [...ring].reverse(),
  );
}

/** A simple ring has an area, and no crossing edges. */
export function isSimpleRing(ring: Ring): boolean {
  if (!isClosedRing(ring) || signedDoubleArea(ring) === 0) return false;
  return !crossesItself(ring);
}

/** Compares edges whose extents overlap along the axis on which they are shorter in all. */
function crossesItself(ring: Ring): boolean {
  const lengthAlong = (axis: 0 | 1): number =>
    ring.reduce((sum, vertex, i) => (i === 0 ? 0 : sum + Math.abs(vertex[axis] - ring[i - 1][axis])), 0);
  const axis = lengthAlong(0) <= lengthAlong(1) ? 0 : 1;
  const low = (edge: number): number => Math.min(ring[edge - 1][axis], ring[edge][axis]);
  const edges = Array.from({ length: ring.length - 1 }, (_, i) => i + 1).sort((a, b) => low(a) - low(b));
  for (const [i, a] of edges.entries()) {
    const high = Math.max(ring[a - 1][axis], ring[a][axis]);
    for (let j = i + 1; j < edges.length && low(edges[j]) <= high; j++)
      if (edgesCross(ring, a, edges[j])) return true;
  }
  return false;
}

function edgesCross(ring: Ring, one: number, other: number): boolean {
  const a = ring[one - 1];
  const b = ring[one];
  const c = ring[other - 1];
  const d = ring[other];
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side(a: Position, b: Position, p: Position): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
}
