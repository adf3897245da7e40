/** Rings as sources bring them: closed or not, either way round. */
import type { Polygon, Position, Ring } from '../../src/geo/positions.ts';

/** Whether the last position repeats the first and at least three others lie between or beside them. */
export function isClosedRing(ring: Ring): boolean {
  const first = ring[0];
  const last = ring[ring.length - 1];
  return ring.length >= 4 && first![0] === last![0] && first![1] === last![1];
}

/** Twice the area in square degrees, positive where the ring runs counterclockwise. */
export function signedDoubleArea(ring: Ring): number {
  const [lon0, lat0] = ring[0]!;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [lonA, latA] = ring[i - 1]!;
    const [lonB, latB] = ring[i]!;
    sum += (lonA - lon0) * (latB - lat0) - (lonB - lon0) * (latA - lat0);
  }
  return sum;
}

/** The rings with the shell counterclockwise and the holes clockwise, as RFC 7946 wants them. */
export function rightHanded(polygon: Polygon): Polygon {
  return polygon.map((ring, index) =>
    signedDoubleArea(ring) > 0 === (index === 0) ? ring : [...ring].reverse(),
  );
}

/**
 * Whether the ring is the outline of something: closed, with an area, no two of its edges crossing.
 * Compares edges pairwise along a sweep from west to east, which is quick for footprints.
 */
export function isSimpleRing(ring: Ring): boolean {
  if (!isClosedRing(ring) || signedDoubleArea(ring) === 0) return false;
  const edges = ring.slice(1).map((end, index) => ({ index, start: ring[index]!, end }));
  const west = (edge: { start: Position; end: Position }): number => Math.min(edge.start[0], edge.end[0]);
  edges.sort((a, b) => west(a) - west(b));
  for (let i = 0; i < edges.length; i++) {
    const a = edges[i]!;
    const east = Math.max(a.start[0], a.end[0]);
    for (let j = i + 1; j < edges.length && west(edges[j]!) <= east; j++) {
      const b = edges[j]!;
      if (cross(a.start, a.end, b.start, b.end)) return false;
    }
  }
  return true;
}

/** Whether two segments cross at a point inside both. */
function cross(a: Position, b: Position, c: Position, d: Position): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side(a: Position, b: Position, p: Position): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
}
