/** Finds buildings that are mapped twice: footprints inside another, by an R-tree and point in polygon. */
import type Flatbush from 'flatbush';
import type { Footprints } from '../geometry/footprints.ts';

/** 1 for repeated ones; of equal ones, all but the first. */
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

function middleOf(footprints: Footprints, i: number): [x: number, y: number] {
  const ring = footprints.firstRing(footprints.firstPolygon(i));
  const from = footprints.firstVertex(ring);
  const to = footprints.ringEnds[ring];
  let [x, y] = [0, 0];
  for (let vertex = from; vertex < to; vertex++) {
    x += footprints.vertices[2 * vertex];
    y += footprints.vertices[2 * vertex + 1];
  }
  return [x / (to - from), y / (to - from)];
}

/** Tests vertices moved a hundredth of the way to the middle, off common outlines. */
function containsWhole(footprints: Footprints, around: number, own: number): boolean {
  const { vertices } = footprints;
  const [x, y] = middleOf(footprints, own);
  if (!footprints.contains(around, x, y)) return false;
  const [from, to] = footprints.verticesOf(own);
  for (let vertex = from; vertex < to; vertex++) {
    const [vertexX, vertexY] = [vertices[2 * vertex], vertices[2 * vertex + 1]];
    if (!footprints.contains(around, vertexX + (x - vertexX) / 100, vertexY + (y - vertexY) / 100)) {
      return false;
    }
  }
  return true;
}
