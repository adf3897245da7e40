/** Groups a contour's rings into shells with holes, nested by the vertex before on a grid row, and fills small holes. */
import { type Contour, NO_VERTEX } from './trace-contour.ts';

export interface Part {
  readonly shell: ContourRing;
  readonly holes: ContourRing[];
}

export interface ContourRing {
  /** The ring is open, with the area on its left, north up. */
  readonly vertices: Int32Array;
  /** The area is in square pixels, negative for a hole. */
  readonly area: number;
}

interface TracedRing {
  readonly part: Part;
  /** The ring bounds this hole or, as a shell, lies in it. */
  readonly hole: { readonly isFilled: boolean } | null;
}

/** If the previous vertex on the row belongs to a shell, a hole after it lies in that shell, and a shell lies next to it. */
export function contourRings(contour: Contour, minHole: number): Part[] {
  const { vertices, next, previousOnRow } = contour;
  const ringOf = new Int32Array(vertices).fill(-1);
  const ringIds = new Int32Array(vertices);
  const traced: TracedRing[] = [];
  const parts: Part[] = [];
  let used = 0;
  for (let first = 0; first < vertices; first++) {
    if (ringOf[first] !== -1) continue;
    const begin = used;
    for (let vertex = first; ringOf[vertex] === -1; vertex = next[vertex]) {
      ringOf[vertex] = traced.length;
      ringIds[used++] = vertex;
    }
    const ring = { vertices: ringIds.subarray(begin, used), area: areaOf(contour, ringIds, begin, used) };
    const before = previousOnRow[first];
    const west = before === NO_VERTEX ? null : traced[ringOf[before]];
    if (ring.area > 0) {
      const part: Part = { shell: ring, holes: [] };
      const hole = west?.hole ?? null;
      if (!hole?.isFilled) parts.push(part);
      traced.push({ part, hole });
      continue;
    }
    if (west === null) throw new Error('A hole without a part around it');
    const isFilled = -ring.area < minHole;
    if (!isFilled) west.part.holes.push(ring);
    traced.push({ part: west.part, hole: { isFilled } });
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
