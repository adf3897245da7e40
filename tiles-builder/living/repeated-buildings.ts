/** Buildings that are mapped twice: their floor is counted already. */
import type Flatbush from 'flatbush';
import type { Footprints } from '../geometry/footprints.ts';

/**
 * 1 for each footprint that lies in another's as a whole; of those that are alike, for all but the first.
 * @param index of their boxes
 */
export function repeatedBuildings(footprints: Footprints, index: Flatbush | null): Uint8Array {
  const isRepeated = new Uint8Array(footprints.count);
  for (let i = 0; i < footprints.count; i++) {
    const [x, y] = middleOf(footprints, i);
    const size = boxSize(...footprints.boxOf(i));
    const isAround = (other: number, ...box: Box): boolean => {
      const otherSize = boxSize(...box);
      const isLarger = otherSize > size || (otherSize === size && other < i);
      return isLarger && other !== i && containsWhole(footprints, other, i);
    };
    if (index?.collides(x, y, x, y, isAround)) isRepeated[i] = 1;
  }
  return isRepeated;
}

type Box = [west: number, south: number, east: number, north: number];

const boxSize = (...[west, south, east, north]: Box): number => (east - west) * (north - south);

/** Of the first ring's corners. */
function middleOf(footprints: Footprints, i: number): [x: number, y: number] {
  const ring = footprints.firstRing(footprints.firstPolygon(i));
  const from = footprints.firstCorner(ring);
  const to = footprints.ringEnds[ring];
  let [x, y] = [0, 0];
  for (let corner = from; corner < to; corner++) {
    x += footprints.corners[2 * corner];
    y += footprints.corners[2 * corner + 1];
  }
  return [x / (to - from), y / (to - from)];
}

/** Whether the middle and all corners lie inside, moved a hundredth of their way to the middle: outlines in common do not matter. */
function containsWhole(footprints: Footprints, around: number, own: number): boolean {
  const { corners } = footprints;
  const [x, y] = middleOf(footprints, own);
  if (!footprints.contains(around, x, y)) return false;
  const [from, to] = footprints.cornersOf(own);
  for (let corner = from; corner < to; corner++) {
    const [cornerX, cornerY] = [corners[2 * corner], corners[2 * corner + 1]];
    if (!footprints.contains(around, cornerX + (x - cornerX) / 100, cornerY + (y - cornerY) / 100)) {
      return false;
    }
  }
  return true;
}
