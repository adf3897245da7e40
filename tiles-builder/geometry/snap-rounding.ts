/**
 * Snaps polygons to shared vertices: vertices closer than 3 cm merge, edges pass through vertices as close, and edges meet only
 * at vertices (Hobby, "Practical segment intersection with finite precision output", 1999).
 */
import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { GridRingList, type GridRings } from './grid-rings.ts';
import { edgesByTile, isInTile, type TileEdges } from './grid-tiles.ts';
import { PositionIds } from './position-ids.ts';

/** Grid units, above gaps from projections and rounding. */
const TOLERANCE = 3;
const HALF = 0.5;
/** Smaller coordinate differences have exact products. */
const EXACT_DIFFERENCE = 2 ** 25;

export const snapRounded = (rings: GridRings): GridRings =>
  withNodes(withNodes(mergedVertices(rings), nearNodes), hotPixels);

/** Merges vertices into the westernmost, then southernmost, within the tolerance. */
function mergedVertices(rings: GridRings): GridRings {
  const { x, y } = rings;
  const moved = { x: x.slice(), y: y.slice() };
  for (const { tile, from } of edgesByTile(rings, TOLERANCE)) {
    const vertices = new BucketedVertices(rings, from);
    for (const vertex of from) {
      if (!isInTile(tile, x[vertex], y[vertex])) continue;
      const [movedX, movedY] = vertices.westernmostNear(x[vertex], y[vertex]);
      moved.x[vertex] = movedX;
      moved.y[vertex] = movedY;
    }
  }
  return rebuilt(rings, moved, null);
}

class BucketedVertices {
  readonly #vertices: PositionIds;
  readonly #buckets: PositionIds;
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor({ x, y }: GridRings, from: Uint32Array) {
    this.#vertices = new PositionIds(from.length);
    for (const vertex of from) this.#vertices.add(x[vertex], y[vertex]);
    const { count } = this.#vertices;
    this.#buckets = new PositionIds(count);
    this.#first = new Int32Array(count).fill(-1);
    this.#next = new Int32Array(count);
    for (let id = 0; id < count; id++) {
      const bucket = this.#buckets.add(bucketAt(this.#vertices.x(id)), bucketAt(this.#vertices.y(id)));
      this.#next[id] = this.#first[bucket];
      this.#first[bucket] = id;
    }
  }

  westernmostNear(x: number, y: number): readonly [x: number, y: number] {
    let [bestX, bestY] = [x, y];
    for (let bucketX = bucketAt(x) - 1; bucketX <= bucketAt(x) + 1; bucketX++) {
      for (let bucketY = bucketAt(y) - 1; bucketY <= bucketAt(y) + 1; bucketY++) {
        const bucket = this.#buckets.find(bucketX, bucketY);
        for (let id = bucket === undefined ? -1 : this.#first[bucket]; id >= 0; id = this.#next[id]) {
          const [ownX, ownY] = [this.#vertices.x(id), this.#vertices.y(id)];
          if (Math.hypot(ownX - x, ownY - y) > TOLERANCE) continue;
          if ((ownX - bestX || ownY - bestY) < 0) [bestX, bestY] = [ownX, ownY];
        }
      }
    }
    return [bestX, bestY];
  }
}

const bucketAt = (at: number): number => Math.floor(at / TOLERANCE);

type AddNode = (edge: number, x: number, y: number) => void;
type FindNodes = (rings: GridRings, edges: TileEdges, add: AddNode) => void;

function withNodes(rings: GridRings, find: FindNodes): GridRings {
  const edges = new GrowingArray(Uint32Array);
  const [nodeX, nodeY] = [new GrowingArray(Int32Array), new GrowingArray(Int32Array)];
  for (const tileEdges of edgesByTile(rings, TOLERANCE)) {
    find(rings, tileEdges, (edge, x, y) => {
      if (!isInTile(tileEdges.tile, x, y)) return;
      edges.push(edge);
      nodeX.push(x);
      nodeY.push(y);
    });
  }
  if (edges.length === 0) return rings;
  const [edge, x, y] = [edges.view(), nodeX.view(), nodeY.view()];
  const order = Uint32Array.from(edge, (_, i) => i).sort((a, b) => edge[a] - edge[b]);
  return rebuilt(rings, rings, { edge, x, y, order });
}

interface Nodes {
  readonly edge: Uint32Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly order: Uint32Array;
}

function rebuilt(
  rings: GridRings,
  { x, y }: { readonly x: Int32Array; readonly y: Int32Array },
  nodes: Nodes | null,
): GridRings {
  const list = new GridRingList();
  let next = 0;
  for (let polygon = 0; polygon < rings.polygons; polygon++) {
    for (let ring = rings.polygonStarts[polygon]; ring < rings.polygonStarts[polygon + 1]; ring++) {
      const [start, end] = [rings.ringStarts[ring], rings.ringStarts[ring + 1]];
      for (let from = start; from < end; from++) {
        list.vertex(x[from], y[from]);
        if (!nodes || nodes.edge[nodes.order[next]] !== from) continue;
        const to = from + 1 < end ? from + 1 : start;
        const own = nodesAlong(nodes, next, x[to] - x[from], y[to] - y[from]);
        for (const node of own) list.vertex(nodes.x[node], nodes.y[node]);
        next += own.length;
      }
      list.endRing();
    }
    list.endPolygon();
  }
  return list.finish();
}

/** In the order of passage, from `first` on. */
function nodesAlong({ edge, x, y, order }: Nodes, first: number, dx: number, dy: number): Uint32Array {
  let end = first;
  while (end < order.length && edge[order[end]] === edge[order[first]]) end++;
  const along = (node: number): number => x[node] * dx + y[node] * dy;
  return order.slice(first, end).sort((a, b) => along(a) - along(b) || x[a] - x[b] || y[a] - y[b]);
}

const nearNodes: FindNodes = ({ x, y }, edges, add) => {
  forEachNear({ x, y }, edges, TOLERANCE, (edge, other) => {
    const [from, to, vertex] = [edges.from[edge], edges.to[edge], edges.from[other]];
    const [dx, dy] = [x[to] - x[from], y[to] - y[from]];
    const [px, py] = [x[vertex] - x[from], y[vertex] - y[from]];
    const along = px * dx + py * dy;
    const length2 = dx * dx + dy * dy;
    if (along <= 0 || along >= length2) return;
    const across = px * dy - py * dx;
    if (across * across > TOLERANCE * TOLERANCE * length2) return;
    add(from, x[vertex], y[vertex]);
  });
};

const hotPixels: FindNodes = ({ x, y }, edges, add) => {
  const crossings = new GrowingArray(Int32Array);
  const index = forEachNear({ x, y }, edges, 1, (edge, other) => {
    const [a, b, c, d] = [edges.from[edge], edges.to[edge], edges.from[other], edges.to[other]];
    const isEnd = (x[c] === x[a] && y[c] === y[a]) || (x[c] === x[b] && y[c] === y[b]);
    if (!isEnd && crossesPixel(x[a], y[a], x[b], y[b], x[c], y[c])) add(a, x[c], y[c]);
    if (edge >= other) return;
    const crossing = crossingOf(x[a], y[a], x[b], y[b], x[c], y[c], x[d], y[d]);
    if (crossing) crossings.append(crossing);
  });
  const found = crossings.view();
  for (let i = 0; i < found.length; i += 2) {
    const [px, py] = [found[i], found[i + 1]];
    for (const edge of index.search(px - 1, py - 1, px + 1, py + 1)) {
      const [a, b] = [edges.from[edge], edges.to[edge]];
      if (crossesPixel(x[a], y[a], x[b], y[b], px, py)) add(a, px, py);
    }
  }
};

function forEachNear(
  { x, y }: Pick<GridRings, 'x' | 'y'>,
  { from, to }: TileEdges,
  margin: number,
  take: (edge: number, other: number) => void,
): Flatbush {
  const index = new Flatbush(from.length, 16, Float64Array);
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [from[edge], to[edge]];
    index.add(Math.min(x[a], x[b]), Math.min(y[a], y[b]), Math.max(x[a], x[b]), Math.max(y[a], y[b]));
  }
  index.finish();
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [from[edge], to[edge]];
    index.search(
      Math.min(x[a], x[b]) - margin,
      Math.min(y[a], y[b]) - margin,
      Math.max(x[a], x[b]) + margin,
      Math.max(y[a], y[b]) + margin,
      (other) => {
        if (other !== edge) take(edge, other);
        return false;
      },
    );
  }
  return index;
}

function crossesPixel(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
  if (x1 > x2) return crossesPixel(x2, y2, x1, y1, x, y);
  const [west, south, east, north] = [x - HALF, y - HALF, x + HALF, y + HALF];
  if (x1 >= east || x2 < west || Math.min(y1, y2) >= north || Math.max(y1, y2) < south) return false;
  if (x1 === x2 || y1 === y2) return true;
  const sideOf = (cornerX: number, cornerY: number): number =>
    Math.sign(orient2d(x1, y1, x2, y2, cornerX, cornerY));
  const northWest = sideOf(west, north);
  if (northWest === 0) return y1 > y2;
  const northEast = sideOf(east, north);
  if (northEast === 0) return y1 < y2;
  if (northWest !== northEast) return true;
  const southWest = sideOf(west, south);
  if (southWest === 0 || southWest !== northWest) return true;
  const southEast = sideOf(east, south);
  if (southEast === 0) return y1 > y2;
  return southEast !== southWest;
}

function crossingOf(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): [x: number, y: number] | null {
  const sideA = orient2d(cx, cy, dx, dy, ax, ay);
  const sideB = orient2d(cx, cy, dx, dy, bx, by);
  if (sideA * sideB >= 0) return null;
  if (orient2d(ax, ay, bx, by, cx, cy) * orient2d(ax, ay, bx, by, dx, dy) >= 0) return null;
  const isExact = [bx - ax, by - ay, dx - cx, dy - cy, cx - ax, cy - ay, cx - bx, cy - by].every(
    (difference) => Math.abs(difference) < EXACT_DIFFERENCE,
  );
  if (isExact) {
    const share = sideA / (sideA - sideB);
    return [ax + Math.round(share * (bx - ax)), ay + Math.round(share * (by - ay))];
  }
  // Products exceed a double's precision.
  const big = (a: number): bigint => BigInt(a);
  const side = (x: number, y: number): bigint =>
    (big(cx) - big(x)) * (big(dy) - big(y)) - (big(dx) - big(x)) * (big(cy) - big(y));
  const [exactA, exactB] = [side(ax, ay), side(bx, by)];
  const between = (from: number, to: number): number => {
    const [dividend, divisor] = [2n * exactA * (big(to) - big(from)), exactA - exactB];
    const half = dividend / divisor;
    return from + Math.round(Number(half) / 2);
  };
  return [between(ax, bx), between(ay, by)];
}
