/**
 * Assigns rings to polygons by the even-odd rule, whatever their winding: a ring inside an odd number of larger rings is a hole
 * of the smallest.
 */

import { boundingBoxOf, type Position, type Ring, signedDoubleArea } from '../../src/geo/positions.ts';
import { PolygonIndex } from './polygon-index.ts';

export function polygonsOf(rings: readonly Ring[]): Ring[][] {
  if (rings.length < 2) return rings.map((ring) => [ring]);
  const sizes = rings.map((ring) => Math.abs(signedDoubleArea(ring)));
  const index = new PolygonIndex(rings.map((ring) => boundingBoxOf([ring])));
  const polygons = new Map<number, Ring[]>();
  const holes: { readonly hole: Ring; readonly shell: number }[] = [];
  for (const [i, ring] of rings.entries()) {
    const [x, y] = ring[0];
    const around = index
      .meeting({ west: x, east: x, south: y, north: y })
      .filter((j) => j !== i && sizes[j] > sizes[i] && isInside(ring, rings[j]));
    if (around.length % 2 === 0) polygons.set(i, [ring]);
    else holes.push({ hole: ring, shell: around.reduce((a, b) => (sizes[b] < sizes[a] ? b : a)) });
  }
  for (const { hole, shell } of holes) polygons.get(shell)?.push(hole);
  return [...polygons.values()];
}

function isInside(ring: Ring, other: Ring): boolean {
  for (const vertex of ring) {
    const side = sideOf(vertex, other);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** Returns 1 inside, -1 outside, 0 on the edge. */
function sideOf([x, y]: Position, ring: Ring): number {
  let side = -1;
  for (let i = 1; i < ring.length; i++) {
    const [xa, ya] = ring[i - 1];
    const [xb, yb] = ring[i];
    const cross = (xb - xa) * (y - ya) - (yb - ya) * (x - xa);
    const isWithin =
      Math.min(xa, xb) <= x && x <= Math.max(xa, xb) && Math.min(ya, yb) <= y && y <= Math.max(ya, yb);
    if (cross === 0 && isWithin) return 0;
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) side = -side;
  }
  return side;
}
