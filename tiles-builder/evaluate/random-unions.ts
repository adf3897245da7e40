/** Draws random zones of 1 to 25 census units to test intervals: half scattered, half those nearest to a random one. */
import type { BoundingBox } from '../../src/geo/positions.ts';
import type { Random } from '../base/numbers/random.ts';

export const MOST_UNITS_IN_A_UNION = 25;

/** Draws at most half of the units. */
export function randomUnion(boxes: readonly BoundingBox[], random: Random): number[] {
  const most = Math.max(1, Math.min(MOST_UNITS_IN_A_UNION, boxes.length >> 1));
  const size = random.integer(1, most);
  const first = random.integer(0, boxes.length - 1);
  if (random.chance(0.5)) {
    const chosen = new Set([first]);
    while (chosen.size < size) chosen.add(random.integer(0, boxes.length - 1));
    return [...chosen];
  }
  const middle = ({ west, east, south, north }: BoundingBox): [number, number] => [
    (west + east) / 2,
    (south + north) / 2,
  ];
  const [lon, lat] = middle(boxes[first]);
  const lonShrinks = Math.cos((lat * Math.PI) / 180);
  return boxes
    .map((box, unit) => {
      const [x, y] = middle(box);
      return { unit, distance: Math.hypot((x - lon) * lonShrinks, y - lat) };
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, size)
    .map(({ unit }) => unit);
}
