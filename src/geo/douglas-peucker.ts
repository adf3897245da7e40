import { METRES_PER_DEGREE } from './earth.ts';
import type { Position, Ring } from './positions.ts';

/**
 * Simplifies a ring within a tolerance in metres (Douglas and Peucker, Algorithms for the reduction of the number of points,
 * 1973).
 * @returns closed ring that may cross itself or have no area
 */
export function douglasPeucker(ring: Ring, within_m: number): Ring {
  const stays = new Uint8Array(ring.length);
  const last = ring.length - 1;
  const middle = farthest(ring, 0, last).index;
  stays[0] = stays[middle] = stays[last] = 1;
  const stretches: [number, number][] = [
    [0, middle],
    [middle, last],
  ];
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch;
    if (to - from < 2) continue;
    const { index, distance_m } = farthest(ring, from, to);
    if (distance_m <= within_m) continue;
    stays[index] = 1;
    stretches.push([from, index], [index, to]);
  }
  return ring.filter((_, i) => stays[i] === 1);
}

function farthest(ring: Ring, from: number, to: number): { index: number; distance_m: number } {
  let index = from;
  let distance_m = -1;
  for (let i = from + 1; i < to; i++) {
    const away_m = distanceToLine_m(ring[i], ring[from], ring[to]);
    if (away_m > distance_m) {
      index = i;
      distance_m = away_m;
    }
  }
  return { index, distance_m };
}

export function distanceToLine_m([lon, lat]: Position, a: Position, b: Position): number {
  const metresPerLon = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const ax = (a[0] - lon) * metresPerLon;
  const ay = (a[1] - lat) * METRES_PER_DEGREE;
  const dx = (b[0] - lon) * metresPerLon - ax;
  const dy = (b[1] - lat) * METRES_PER_DEGREE - ay;
  const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + along * dx, ay + along * dy);
}
