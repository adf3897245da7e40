/** Clips a polygon to a box; parts that are separate in the box stay connected along its edge. */
import type { BoundingBox, Polygon, Position, Ring } from '../../src/geo/positions.ts';
import { LEAST_NUMBERS, withinSide } from './planar-area.ts';

/** @returns `null` if empty */
export function polygonInBox(polygon: Polygon, { west, south, east, north }: BoundingBox): Polygon | null {
  const [shell, ...holes] = polygon.map((ring): Ring => {
    let kept: readonly number[] = ring.slice(0, -1).flat();
    for (const [axis, limit, side] of [
      [0, west, 1],
      [0, east, -1],
      [1, south, 1],
      [1, north, -1],
    ] as const)
      kept = withinSide(kept, axis, limit, side);
    if (kept.length < LEAST_NUMBERS) return [];
    const positions = Array.from(
      { length: kept.length / 2 },
      (_, i): Position => [kept[2 * i], kept[2 * i + 1]],
    );
    return [...positions, positions[0]];
  });
  return shell.length === 0 ? null : [shell, ...holes.filter((hole) => hole.length > 0)];
}
