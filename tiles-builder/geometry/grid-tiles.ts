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
const ROW_FACTOR = 2 ** 26;

/** @param margin grid units around each tile */
export function* edgesByTile(rings: GridRings, margin: number): Generator<TileEdges> {
  for (const tile of tilesOf(rings)) {
    const [west, south, east, north] = [
      tile.west - margin,
      tile.south - margin,
      tile.east + margin,
      tile.north + margin,
    ];
    const near = rings.near({ west, south, east, north });
    if (near.length === 0) continue;
    const found: [polygon: number[], from: number[], to: number[]] = [[], [], []];
    const { x, y } = rings;
    for (const polygon of near) {
      rings.forEachEdge(polygon, (from, to) => {
        const isBeside =
          (x[from] < west && x[to] < west) ||
          (x[from] > east && x[to] > east) ||
          (y[from] < south && y[to] < south) ||
          (y[from] > north && y[to] > north);
        if (isBeside) return;
        found[0].push(polygon);
        found[1].push(from);
        found[2].push(to);
      });
    }
    if (found[0].length === 0) continue;
    const [polygon, from, to] = found.map((column) => Uint32Array.from(column));
    yield { tile, polygon, from, to };
  }
}

export const isInTile = ({ west, south, east, north }: GridBox, x: number, y: number): boolean =>
  x >= west && x < east && y >= south && y < north;

function* tilesOf({ x, y }: GridRings): Generator<GridBox> {
  const counts: Map<number, number>[] = [];
  const size = 2 ** LEAST_LEVEL;
  const least = new Map<number, number>();
  for (let i = 0; i < x.length; i++) {
    const key = keyOf(Math.floor(x[i] / size), Math.floor(y[i] / size));
    least.set(key, (least.get(key) ?? 0) + 1);
  }
  counts[LEAST_LEVEL] = least;
  for (let level = LEAST_LEVEL + 1; level <= MOST_LEVEL; level++) {
    const wider = new Map<number, number>();
    for (const [key, count] of counts[level - 1]) {
      const [column, row] = placeOf(key);
      const parent = keyOf(column >> 1, row >> 1);
      wider.set(parent, (wider.get(parent) ?? 0) + count);
    }
    counts[level] = wider;
  }
  function* within(level: number, column: number, row: number): Generator<GridBox> {
    if (level > LEAST_LEVEL && (counts[level].get(keyOf(column, row)) ?? 0) > MOST_VERTICES) {
      for (const child of [0, 1, 2, 3]) {
        yield* within(level - 1, 2 * column + (child & 1), 2 * row + (child >> 1));
      }
      return;
    }
    const side = 2 ** level;
    yield {
      west: column * side,
      south: row * side,
      east: (column + 1) * side,
      north: (row + 1) * side,
    };
  }
  for (const [column, row] of [
    [-1, -1],
    [0, -1],
    [-1, 0],
    [0, 0],
  ])
    yield* within(MOST_LEVEL, column, row);
}

const OFFSET = 2 ** 25;
const keyOf = (column: number, row: number): number => (row + OFFSET) * ROW_FACTOR + column + OFFSET;
const placeOf = (key: number): [column: number, row: number] => [
  (key % ROW_FACTOR) - OFFSET,
  Math.floor(key / ROW_FACTOR) - OFFSET,
];
