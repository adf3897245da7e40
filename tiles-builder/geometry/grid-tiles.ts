/** Lists polygon edges by quadtree tile, divided above 50,000 vertices, to overlay polygons tile by tile. */
import type { GridBox, GridRings } from './grid-rings.ts';

export interface TileEdges {
  /** Half-open: west and south are included. */
  readonly tile: GridBox;
  readonly polygon: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

const MOST_VERTICES = 50_000;
/** Tiles are 2^16 units (700 m) to half a globe wide. */
const LEAST_LEVEL = 16;
const MOST_LEVEL = 31;

type Edges = Omit<TileEdges, 'tile'>;

/** @param margin grid units around each tile */
export function* edgesByTile(rings: GridRings, margin: number): Generator<TileEdges> {
  const all = edgesOf(rings);
  for (const [column, row] of [
    [-1, -1],
    [0, -1],
    [-1, 0],
    [0, 0],
  ])
    yield* within(rings, all, margin, { level: MOST_LEVEL, column, row });
}

function* within(
  rings: GridRings,
  around: Edges,
  margin: number,
  { level, column, row }: { readonly level: number; readonly column: number; readonly row: number },
): Generator<TileEdges> {
  const side = 2 ** level;
  const tile = { west: column * side, south: row * side, east: (column + 1) * side, north: (row + 1) * side };
  const edges = edgesNear(rings, around, tile, margin);
  if (edges.from.length === 0) return;
  if (level === LEAST_LEVEL || verticesIn(rings, edges, tile) <= MOST_VERTICES) {
    yield { tile, ...edges };
    return;
  }
  for (const child of [0, 1, 2, 3]) {
    const place = { level: level - 1, column: 2 * column + (child & 1), row: 2 * row + (child >> 1) };
    yield* within(rings, edges, margin, place);
  }
}

export const isInTile = ({ west, south, east, north }: GridBox, x: number, y: number): boolean =>
  x >= west && x < east && y >= south && y < north;

function edgesOf(rings: GridRings): Edges {
  const count = rings.x.length;
  const edges = { polygon: new Uint32Array(count), from: new Uint32Array(count), to: new Uint32Array(count) };
  let next = 0;
  for (let polygon = 0; polygon < rings.polygons; polygon++) {
    rings.forEachEdge(polygon, (from, to) => {
      edges.polygon[next] = polygon;
      edges.from[next] = from;
      edges.to[next++] = to;
    });
  }
  return columnsOf(edges, (column) => column.subarray(0, next));
}

/** The given columns themselves where all edges are near. */
function edgesNear({ x, y }: GridRings, edges: Edges, tile: GridBox, margin: number): Edges {
  const [west, south] = [tile.west - margin, tile.south - margin];
  const [east, north] = [tile.east + margin, tile.north + margin];
  const near = new Uint32Array(edges.from.length);
  let count = 0;
  for (let edge = 0; edge < near.length; edge++) {
    const [a, b] = [edges.from[edge], edges.to[edge]];
    const isBeside =
      (x[a] < west && x[b] < west) ||
      (x[a] > east && x[b] > east) ||
      (y[a] < south && y[b] < south) ||
      (y[a] > north && y[b] > north);
    if (!isBeside) near[count++] = edge;
  }
  if (count === near.length) return edges;
  return columnsOf(edges, (column) => near.subarray(0, count).map((edge) => column[edge]));
}

function verticesIn({ x, y }: GridRings, { from }: Edges, tile: GridBox): number {
  let count = 0;
  for (const vertex of from) if (isInTile(tile, x[vertex], y[vertex])) count++;
  return count;
}

const columnsOf = (edges: Edges, change: (column: Uint32Array) => Uint32Array): Edges => ({
  polygon: change(edges.polygon),
  from: change(edges.from),
  to: change(edges.to),
});
