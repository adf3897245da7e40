/**
 * Polygonises directed edges with the interior on their left: chains the sharpest left turns to rings, and nests holes in
 * shells.
 */
import Flatbush from 'flatbush';
import type { Polygon } from '../../src/geo/positions.ts';
import { GridRingList, type GridRings } from './grid-rings.ts';
import { PositionIds } from './position-ids.ts';

export class EdgeList {
  readonly #ends: number[] = [];

  get length(): number {
    return this.#ends.length / 4;
  }

  add(x1: number, y1: number, x2: number, y2: number): void {
    this.#ends.push(x1, y1, x2, y2);
  }

  /** @param edges x1, y1, x2, y2, with land on the left if `isForward` */
  addAll(edges: readonly number[], isForward: boolean): void {
    for (let i = 0; i < edges.length; i += 4) {
      const [x1, y1, x2, y2] = [edges[i], edges[i + 1], edges[i + 2], edges[i + 3]];
      if (isForward) this.add(x1, y1, x2, y2);
      else this.add(x2, y2, x1, y1);
    }
  }

  /** Shells anticlockwise, holes clockwise, without self-contact. */
  rings(): GridRings {
    return chained(this.#ends);
  }

  polygons(): Polygon[] {
    return nested(this.rings());
  }
}

/** @throws Error for unclosed edges: a defect */
function chained(ends: readonly number[]): GridRings {
  const count = ends.length / 4;
  const places = new PositionIds(2 * count);
  const from = new Uint32Array(count);
  const to = new Uint32Array(count);
  for (let edge = 0; edge < count; edge++) {
    from[edge] = places.add(ends[4 * edge], ends[4 * edge + 1]);
    to[edge] = places.add(ends[4 * edge + 2], ends[4 * edge + 3]);
  }
  const firstOut = new Int32Array(places.count).fill(-1);
  const nextOut = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) {
    nextOut[edge] = firstOut[from[edge]];
    firstOut[from[edge]] = edge;
  }
  const list = new GridRingList();
  const placeOnPath = new Int32Array(places.count).fill(-1);
  const path: number[] = [];
  const takeOut = (edge: number): void => {
    const place = from[edge];
    if (firstOut[place] === edge) firstOut[place] = nextOut[edge];
    else {
      let before = firstOut[place];
      while (nextOut[before] !== edge) before = nextOut[before];
      nextOut[before] = nextOut[edge];
    }
  };
  for (let start = 0; start < places.count; start++) {
    while (firstOut[start] >= 0) {
      let edge = firstOut[start];
      for (;;) {
        takeOut(edge);
        placeOnPath[from[edge]] = path.length;
        path.push(from[edge]);
        const at = to[edge];
        if (placeOnPath[at] >= 0) {
          const ring = path.splice(placeOnPath[at]);
          for (const place of ring) {
            list.vertex(places.x(place), places.y(place));
            placeOnPath[place] = -1;
          }
          list.endRing();
          list.endPolygon();
          if (path.length === 0) break;
        }
        edge = sharpestLeft(edge, at);
      }
    }
  }
  return list.finish();

  function sharpestLeft(edge: number, at: number): number {
    if (firstOut[at] < 0) throw new Error('the edges of a border do not close');
    if (nextOut[firstOut[at]] < 0) return firstOut[at];
    const back = Math.atan2(places.y(from[edge]) - places.y(at), places.x(from[edge]) - places.x(at));
    let [best, least] = [-1, Infinity];
    for (let other = firstOut[at]; other >= 0; other = nextOut[other]) {
      const angle = Math.atan2(places.y(to[other]) - places.y(at), places.x(to[other]) - places.x(at));
      const turn = (back - angle + 4 * Math.PI) % (2 * Math.PI);
      if (turn < least) [best, least] = [other, turn];
    }
    return best;
  }
}

function nested(rings: GridRings): Polygon[] {
  const shells: number[] = [];
  const holes: number[] = [];
  for (let ring = 0; ring < rings.polygons; ring++) (rings.doubleArea(ring) > 0 ? shells : holes).push(ring);
  const polygons = shells.map((shell) => [...rings.polygon(shell)]);
  if (holes.length === 0) return polygons;
  const index = new Flatbush(shells.length);
  for (const shell of shells) {
    const { west, south, east, north } = rings.boxOf(shell);
    index.add(west, south, east, north);
  }
  index.finish();
  for (const hole of holes) {
    const first = rings.firstVertex(hole);
    const [x, y] = [(rings.x[first] + rings.x[first + 1]) / 2, (rings.y[first] + rings.y[first + 1]) / 2];
    const around = index
      .search(x, y, x, y)
      .filter((shell) => rings.winding(shells[shell], x, y) > 0)
      .sort((a, b) => rings.doubleArea(shells[a]) - rings.doubleArea(shells[b]));
    if (around.length === 0) throw new Error('a hole lies in no polygon');
    polygons[around[0]].push(...rings.polygon(hole));
  }
  return polygons;
}
