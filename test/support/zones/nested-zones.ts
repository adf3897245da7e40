/** How far one zone extends beyond another. */
import type { Position, Zone } from '../../../src/geo/positions.ts';

const METRES_PER_DEGREE = 111_195;
const ROW_DEGREES = 0.001;

type Edge = readonly [from: Position, to: Position];

class IndexedZone {
  readonly #rows = new Map<number, Edge[]>();
  #south = Infinity;
  #north = -Infinity;

  constructor(zone: Zone) {
    for (const ring of zone.flat()) {
      for (let i = 0; i + 1 < ring.length; i++) this.#add([ring[i], ring[i + 1]]);
    }
  }

  #add(edge: Edge): void {
    const rows = edge.map(([, lat]) => Math.floor(lat / ROW_DEGREES));
    const [first, last] = [Math.min(...rows), Math.max(...rows)];
    this.#south = Math.min(this.#south, first);
    this.#north = Math.max(this.#north, last);
    for (let row = first; row <= last; row++) {
      const edges = this.#rows.get(row);
      if (edges) edges.push(edge);
      else this.#rows.set(row, [edge]);
    }
  }

  /** By ray casting to the east. */
  contains([lon, lat]: Position): boolean {
    let isInside = false;
    for (const [a, b] of this.#rows.get(Math.floor(lat / ROW_DEGREES)) ?? []) {
      if (a[1] > lat === b[1] > lat) continue;
      if (lon < a[0] + ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1])) isInside = !isInside;
    }
    return isInside;
  }

  distanceToOutline_m([lon, lat]: Position): number {
    const eastPerNorth = Math.cos((lat * Math.PI) / 180);
    const middle = Math.floor(lat / ROW_DEGREES);
    let nearest = Infinity;
    for (let rows = 0; middle - rows >= this.#south || middle + rows <= this.#north; rows++) {
      if ((rows - 1) * ROW_DEGREES > nearest) break;
      for (const row of rows === 0 ? [middle] : [middle - rows, middle + rows]) {
        for (const [a, b] of this.#rows.get(row) ?? []) {
          const x = (a[0] - lon) * eastPerNorth;
          const y = a[1] - lat;
          const dx = (b[0] - a[0]) * eastPerNorth;
          const dy = b[1] - a[1];
          const share = Math.max(0, Math.min(1, -(x * dx + y * dy) / (dx * dx + dy * dy)));
          nearest = Math.min(nearest, Math.hypot(x + share * dx, y + share * dy));
        }
      }
    }
    return nearest * METRES_PER_DEGREE;
  }
}

/** By vertices of the inner zone. */
export function farthestOutside_m(inner: Zone, outer: Zone): number {
  const innerEdges = new IndexedZone(inner);
  const outerEdges = new IndexedZone(outer);
  let farthest = 0;
  for (const vertex of inner.flat(2)) {
    if (!outerEdges.contains(vertex)) farthest = Math.max(farthest, outerEdges.distanceToOutline_m(vertex));
  }
  // Inside the inner zone they are farthest.
  for (const vertex of outer.flat(2)) {
    if (innerEdges.contains(vertex)) {
      farthest = Math.max(farthest, depthInHole_m(innerEdges, outerEdges, vertex));
    }
  }
  return farthest;
}

/** Probes outside the outer, inside the inner zone. */
function depthInHole_m(inner: IndexedZone, outer: IndexedZone, vertex: Position): number {
  let deepest = 0;
  for (let angle = 0; angle < 8; angle++) {
    for (const step_m of [10, 20, 40, 80, 160]) {
      const degrees = step_m / METRES_PER_DEGREE;
      const place: Position = [
        vertex[0] + (degrees * Math.cos((angle * Math.PI) / 4)) / Math.cos((vertex[1] * Math.PI) / 180),
        vertex[1] + degrees * Math.sin((angle * Math.PI) / 4),
      ];
      if (inner.contains(place) && !outer.contains(place)) {
        deepest = Math.max(deepest, outer.distanceToOutline_m(place));
      }
    }
  }
  return deepest;
}
