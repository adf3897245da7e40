/**
 * Polygons on a grid of 1e-7 degrees (a centimetre) in flat columns, with winding numbers by exact orientation tests (latitude
 * bands), and an R-tree.
 */
import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import type { Polygon, Position, Ring } from '../../src/geo/positions.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { UNITS_PER_DEGREE } from './coordinate-units.ts';

/** Vertices above which latitude bands index a polygon. */
const MOST_COMPARED = 256;
const EDGES_A_BAND = 4;
/** Bands that each edge crosses, on average at most: teeth of a comb would cross all. */
const MOST_BANDS_AN_EDGE = 4;
/** Edges in the bands of a polygon that are kept from tile to tile. */
const FEWEST_KEPT = 50_000;

interface Bands {
  readonly south: number;
  readonly height: number;
  readonly starts: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

export interface GridBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The interior is on the left; rings are not closed. */
export class GridRings {
  readonly x: Int32Array;
  readonly y: Int32Array;
  /** First vertex by ring, with the end. */
  readonly ringStarts: Uint32Array;
  /** First ring by polygon, with the end. */
  readonly polygonStarts: Uint32Array;
  readonly #bands = new Map<number, Bands>();
  #index: Flatbush | null = null;

  constructor(columns: Pick<GridRings, 'x' | 'y' | 'ringStarts' | 'polygonStarts'>) {
    this.x = columns.x;
    this.y = columns.y;
    this.ringStarts = columns.ringStarts;
    this.polygonStarts = columns.polygonStarts;
  }

  static of(polygons: Iterable<Polygon>): GridRings {
    const list = new GridRingList();
    for (const polygon of polygons) {
      for (const [i, ring] of polygon.entries()) {
        const turn = signedArea(ring) >= 0 === (i === 0) ? 1 : -1;
        for (let step = 1; step < ring.length; step++) {
          const [lon, lat] = ring[turn > 0 ? step : ring.length - 1 - step];
          list.vertex(Math.round(lon * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE));
        }
        list.endRing();
      }
      list.endPolygon();
    }
    return list.finish();
  }

  get polygons(): number {
    return this.polygonStarts.length - 1;
  }

  firstVertex(polygon: number): number {
    return this.ringStarts[this.polygonStarts[polygon]];
  }

  endVertex(polygon: number): number {
    return this.ringStarts[this.polygonStarts[polygon + 1]];
  }

  boxOf(polygon: number): GridBox {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = this.firstVertex(polygon); i < this.endVertex(polygon); i++) {
      if (this.x[i] < west) west = this.x[i];
      if (this.x[i] > east) east = this.x[i];
      if (this.y[i] < south) south = this.y[i];
      if (this.y[i] > north) north = this.y[i];
    }
    return { west, south, east, north };
  }

  near(box: GridBox): number[] {
    this.#index ??= this.#indexed();
    return this.#index?.search(box.west, box.south, box.east, box.north) ?? [];
  }

  /** Positive inside. A point on an edge counts as just east of it, on a horizontal edge as just north. */
  winding(polygon: number, x: number, y: number): number {
    if (this.endVertex(polygon) - this.firstVertex(polygon) <= MOST_COMPARED) {
      let winding = 0;
      this.forEachEdge(polygon, (from, to) => {
        winding += this.#crossing(from, to, x, y);
      });
      return winding;
    }
    const bands = this.#bands.get(polygon) ?? this.#bandsOf(polygon);
    this.#bands.set(polygon, bands);
    const { south, height, starts, from, to } = bands;
    const band = Math.floor((y - south) / height);
    if (band < 0 || band > starts.length - 2) return 0;
    let winding = 0;
    for (let i = starts[band]; i < starts[band + 1]; i++) winding += this.#crossing(from[i], to[i], x, y);
    return winding;
  }

  /** Frees the bands of all polygons but the largest, which other tiles need, too. */
  free(): void {
    for (const [polygon, { from }] of this.#bands) if (from.length < FEWEST_KEPT) this.#bands.delete(polygon);
  }

  /** 1 upwards, -1 downwards, across the eastward ray. */
  #crossing(from: number, to: number, x: number, y: number): number {
    const [y1, y2] = [this.y[from], this.y[to]];
    if (y1 > y === y2 > y) return 0;
    const [x1, x2] = [this.x[from], this.x[to]];
    if (x1 < x && x2 < x) return 0;
    const side = x1 > x && x2 > x ? y1 - y2 : orient2d(x1, y1, x2, y2, x, y);
    if (y2 > y1) return side < 0 ? 1 : 0;
    return side > 0 ? -1 : 0;
  }

  forEachEdge(polygon: number, take: (from: number, to: number) => void): void {
    const { x, y } = this;
    for (let ring = this.polygonStarts[polygon]; ring < this.polygonStarts[polygon + 1]; ring++) {
      const start = this.ringStarts[ring];
      const end = this.ringStarts[ring + 1];
      for (let from = start; from < end; from++) {
        const to = from + 1 < end ? from + 1 : start;
        if (x[from] !== x[to] || y[from] !== y[to]) take(from, to);
      }
    }
  }

  /** Signed, in square grid units. */
  doubleArea(polygon: number): number {
    const [x0, y0] = [this.x[this.firstVertex(polygon)], this.y[this.firstVertex(polygon)]];
    let sum = 0;
    this.forEachEdge(polygon, (from, to) => {
      sum += (this.x[from] - x0) * (this.y[to] - y0) - (this.x[to] - x0) * (this.y[from] - y0);
    });
    return sum;
  }

  /** Degrees, rings closed; empty if the shell has no area. */
  polygon(polygon: number): Polygon {
    const rings: Ring[] = [];
    for (let ring = this.polygonStarts[polygon]; ring < this.polygonStarts[polygon + 1]; ring++) {
      const positions: Position[] = [];
      for (let i = this.ringStarts[ring]; i < this.ringStarts[ring + 1]; i++)
        positions.push(this.#position(i));
      if (positions.length < 3 && rings.length === 0) return [];
      if (positions.length < 3) continue;
      positions.push(positions[0]);
      rings.push(positions);
    }
    return rings;
  }

  #position(vertex: number): Position {
    return [this.x[vertex] / UNITS_PER_DEGREE, this.y[vertex] / UNITS_PER_DEGREE];
  }

  #bandsOf(polygon: number): Bands {
    const { south, north } = this.boxOf(polygon);
    const edges = this.endVertex(polygon) - this.firstVertex(polygon);
    let rise = 0;
    this.forEachEdge(polygon, (from, to) => {
      rise += Math.abs(this.y[to] - this.y[from]);
    });
    const whole = north - south + 1;
    const most = Math.floor((MOST_BANDS_AN_EDGE * edges * whole) / (rise + 1));
    const count = Math.max(1, Math.min(Math.ceil(edges / EDGES_A_BAND), most));
    const height = whole / count;
    const bandsOf = (from: number, to: number): [first: number, last: number] => {
      const [a, b] = [this.y[from], this.y[to]];
      return [Math.floor((Math.min(a, b) - south) / height), Math.floor((Math.max(a, b) - south) / height)];
    };
    const starts = new Uint32Array(count + 1);
    this.forEachEdge(polygon, (a, b) => {
      const [first, last] = bandsOf(a, b);
      for (let band = first; band <= last; band++) starts[band + 1]++;
    });
    for (let band = 0; band < count; band++) starts[band + 1] += starts[band];
    const [from, to, next] = [new Uint32Array(starts[count]), new Uint32Array(starts[count]), starts.slice()];
    this.forEachEdge(polygon, (a, b) => {
      const [first, last] = bandsOf(a, b);
      for (let band = first; band <= last; band++) {
        from[next[band]] = a;
        to[next[band]++] = b;
      }
    });
    return { south, height, starts, from, to };
  }

  #indexed(): Flatbush | null {
    if (this.polygons === 0) return null;
    const index = new Flatbush(this.polygons, 16, Float64Array);
    for (let polygon = 0; polygon < this.polygons; polygon++) {
      const { west, south, east, north } = this.boxOf(polygon);
      index.add(west, south, east, north);
    }
    index.finish();
    return index;
  }
}

export class GridRingList {
  readonly #x = new GrowingArray(Int32Array);
  readonly #y = new GrowingArray(Int32Array);
  readonly #ringStarts = new GrowingArray(Uint32Array);
  readonly #polygonStarts = new GrowingArray(Uint32Array);
  #ringStart = 0;

  constructor() {
    this.#ringStarts.push(0);
    this.#polygonStarts.push(0);
  }

  vertex(x: number, y: number): void {
    const last = this.#x.length - 1;
    if (last >= this.#ringStart && this.#x.values[last] === x && this.#y.values[last] === y) return;
    this.#x.push(x);
    this.#y.push(y);
  }

  endRing(): void {
    this.#ringStart = this.#x.length;
    this.#ringStarts.push(this.#ringStart);
  }

  endPolygon(): void {
    this.#polygonStarts.push(this.#ringStarts.length - 1);
  }

  finish(): GridRings {
    return new GridRings({
      x: this.#x.view(),
      y: this.#y.view(),
      ringStarts: this.#ringStarts.view(),
      polygonStarts: this.#polygonStarts.view(),
    });
  }
}

function signedArea(ring: Ring): number {
  const [x0, y0] = ring[0];
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    twice += (ring[i - 1][0] - x0) * (ring[i][1] - y0) - (ring[i][0] - x0) * (ring[i - 1][1] - y0);
  }
  return twice;
}
