/** How far one zone sticks out of another. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import { zoneContains } from './valid-outline.ts';

const METRES_PER_DEGREE = 111_195;

/** Metres from the farthest of the inner zone's vertices that are outside the outer zone to the outer zone. */
export function farthestOutside_m(inner: Zone, outer: Zone): number {
  let farthest = 0;
  for (const vertex of inner.flat(2)) {
    if (!zoneContains(outer, vertex)) farthest = Math.max(farthest, distanceToOutline_m(outer, vertex));
  }
  // Where a hole of the outer zone reaches into the inner zone, its vertices are as far out as any place there.
  for (const vertex of outer.flat(2)) {
    if (zoneContains(inner, vertex)) farthest = Math.max(farthest, depthInHole_m(inner, outer, vertex));
  }
  return farthest;
}

/** A place a little off a vertex of the outer zone that is outside it, and inside the inner zone, is that far out. */
function depthInHole_m(inner: Zone, outer: Zone, vertex: Position): number {
  let deepest = 0;
  for (let angle = 0; angle < 8; angle++) {
    for (const step_m of [10, 20, 40, 80, 160]) {
      const degrees = step_m / METRES_PER_DEGREE;
      const place: Position = [
        vertex[0] + (degrees * Math.cos((angle * Math.PI) / 4)) / Math.cos((vertex[1] * Math.PI) / 180),
        vertex[1] + degrees * Math.sin((angle * Math.PI) / 4),
      ];
      if (zoneContains(inner, place) && !zoneContains(outer, place)) {
        deepest = Math.max(deepest, distanceToOutline_m(outer, place));
      }
    }
  }
  return deepest;
}

function distanceToOutline_m(zone: Zone, [lon, lat]: Position): number {
  const eastPerNorth = Math.cos((lat * Math.PI) / 180);
  let nearest = Infinity;
  for (const ring of zone.flat()) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const x = (ring[i][0] - lon) * eastPerNorth;
      const y = ring[i][1] - lat;
      const dx = (ring[i + 1][0] - ring[i][0]) * eastPerNorth;
      const dy = ring[i + 1][1] - ring[i][1];
      const share = Math.max(0, Math.min(1, -(x * dx + y * dy) / (dx * dx + dy * dy)));
      nearest = Math.min(nearest, Math.hypot(x + share * dx, y + share * dy));
    }
  }
  return nearest * METRES_PER_DEGREE;
}
