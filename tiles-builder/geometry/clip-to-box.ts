/**
 * Clips a polygon to a box (Sutherland and Hodgman, "Reentrant polygon clipping", 1974): parts stay connected along the box.
 */
import type { BoundingBox, Polygon, Position, Ring } from '../../src/geo/positions.ts';

/** `null` if empty. */
export function polygonInBox(polygon: Polygon, { west, south, east, north }: BoundingBox): Polygon | null {
  const clipped = polygon.flatMap((ring, index): Ring[] => {
    let kept: Position[] | null = ring.slice(0, -1);
    for (const [axis, limit, side] of [
      [0, west, 1],
      [0, east, -1],
      [1, south, 1],
      [1, north, -1],
    ] as const) {
      kept = kept && withinSide(kept, axis, limit, side);
    }
    return kept ? [[...kept, kept[0]]] : index === 0 ? [[]] : [];
  });
  return clipped[0].length === 0 ? null : clipped;
}

/** @param side 1 if larger coordinates lie inside, else -1 */
function withinSide(
  vertices: readonly Position[],
  axis: 0 | 1,
  limit: number,
  side: 1 | -1,
): Position[] | null {
  const kept: Position[] = [];
  let before = vertices[vertices.length - 1];
  for (const vertex of vertices) {
    const wasInside = (before[axis] - limit) * side >= 0;
    const isInside = (vertex[axis] - limit) * side >= 0;
    if (wasInside !== isInside) {
      const share = (limit - before[axis]) / (vertex[axis] - before[axis]);
      const other = before[1 - axis] + (vertex[1 - axis] - before[1 - axis]) * share;
      kept.push(axis === 0 ? [limit, other] : [other, limit]);
    }
    if (isInside) kept.push(vertex);
    before = vertex;
  }
  return kept.length >= 3 ? kept : null;
}
