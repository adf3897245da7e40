/** The rings of a contour, each shell with its holes. */
import { type Contour, NO_VERTEX } from './trace-contour.ts';

/** A shell, and the holes that lie in it. */
export interface Part {
  readonly shell: ContourRing;
  readonly holes: ContourRing[];
}

export interface ContourRing {
  /** The vertices along the ring, the area on their left, north up; the first is not repeated. */
  readonly vertices: Int32Array;
  /** Square pixels inside the ring; negative for a hole. */
  readonly area: number;
}

/**
 * A hole belongs to the part that lies west of its first vertex: along a row nothing lies between that vertex and the
 * one before, so whichever ring has that one is the part's shell or another of its holes.
 * @param minHole holes smaller than this many square pixels are filled
 */
export function contourRings(contour: Contour, minHole: number): Part[] {
  const { vertices, next, previousOnRow } = contour;
  const ringOf = new Int32Array(vertices).fill(-1);
  const ringIds = new Int32Array(vertices);
  const partOfRing: Part[] = [];
  const parts: Part[] = [];
  let used = 0;
  for (let first = 0; first < vertices; first++) {
    if (ringOf[first] !== -1) continue;
    const begin = used;
    const ringNumber = partOfRing.length;
    for (let vertex = first; ringOf[vertex] === -1; vertex = next[vertex]) {
      ringOf[vertex] = ringNumber;
      ringIds[used++] = vertex;
    }
    const ring = { vertices: ringIds.subarray(begin, used), area: areaOf(contour, ringIds, begin, used) };
    if (ring.area > 0) {
      const part: Part = { shell: ring, holes: [] };
      parts.push(part);
      partOfRing.push(part);
      continue;
    }
    const before = previousOnRow[first];
    if (before === NO_VERTEX) throw new Error('A hole without a part around it');
    const part = partOfRing[ringOf[before]];
    partOfRing.push(part);
    if (-ring.area >= minHole) part.holes.push(ring);
  }
  return parts;
}

function areaOf({ x, y }: Contour, ids: Int32Array, begin: number, end: number): number {
  let doubled = 0;
  let before = ids[end - 1];
  for (let i = begin; i < end; i++) {
    const vertex = ids[i];
    doubled += x[vertex] * y[before] - x[before] * y[vertex];
    before = vertex;
  }
  return doubled / 2;
}
