/** Labels each edge of a planar arrangement with the polygons on either side, from which any overlay follows. */
import { DisjointSets } from '../numbers/disjoint-sets.ts';
import type { GridRings } from './grid-rings.ts';
import { edgesByTile, isInTile, type TileEdges } from './grid-tiles.ts';
import { PositionIds } from './position-ids.ts';

/** Consecutive edges with the same polygons on either side: x1, y1, x2, y2 of each, from west to east. */
export interface Arc {
  readonly edges: readonly number[];
  /** Polygons that cover the land to the left and right, ascending. */
  readonly left: readonly number[];
  readonly right: readonly number[];
}

const NONE = -1;

/**
 * @param rings see `snapRounded`
 * @returns each edge in one arc, once, however many polygons share it
 */
export function* arcsOf(rings: GridRings): Generator<Arc> {
  for (const edges of edgesByTile(rings, 1)) {
    yield* arcsInTile(rings, edges);
    rings.free();
  }
}

function* arcsInTile(rings: GridRings, { tile, polygon, from, to }: TileEdges): Generator<Arc> {
  const { x, y } = rings;
  const places = new PositionIds(2 * from.length);
  const lines = new PositionIds(from.length);
  // Linked list of polygons by line.
  const first = new Int32Array(from.length).fill(NONE);
  const next = new Int32Array(from.length);
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [from[edge], to[edge]];
    const [start, end] = [places.add(x[a], y[a]), places.add(x[b], y[b])];
    const line = isEastward(x[a], y[a], x[b], y[b]) ? lines.add(start, end) : lines.add(end, start);
    next[edge] = first[line];
    first[line] = edge;
  }
  const sides = Array.from({ length: lines.count }, (_, line) => {
    const turns = new Map<number, number>();
    for (let edge = first[line]; edge !== NONE; edge = next[edge]) {
      const turn = isEastward(x[from[edge]], y[from[edge]], x[to[edge]], y[to[edge]]) ? 1 : -1;
      turns.set(polygon[edge], (turns.get(polygon[edge]) ?? 0) + turn);
    }
    for (const [own, turn] of turns) if (turn === 0) turns.delete(own);
    return turns;
  });
  const degree = new Uint32Array(places.count);
  const joined = new DisjointSets(lines.count);
  const firstLine = new Int32Array(places.count).fill(NONE);
  for (let line = 0; line < lines.count; line++) {
    if (sides[line].size === 0) continue;
    for (const place of [lines.x(line), lines.y(line)]) {
      degree[place]++;
      if (firstLine[place] === NONE) firstLine[place] = line;
    }
  }
  for (let line = 0; line < lines.count; line++) {
    if (sides[line].size === 0) continue;
    for (const place of [lines.x(line), lines.y(line)]) {
      // Edges outside the tile may end here too.
      if (degree[place] === 2 && isInTile(tile, places.x(place), places.y(place)))
        joined.join(line, firstLine[place]);
    }
  }
  const arcs = new Map<number, number[]>();
  for (let line = 0; line < lines.count; line++) {
    if (sides[line].size === 0) continue;
    const arc = joined.firstOf(line);
    const own = arcs.get(arc);
    if (own) own.push(line);
    else arcs.set(arc, [line]);
  }
  const endsOf = (line: number): [x1: number, y1: number, x2: number, y2: number] => {
    const [a, b] = [lines.x(line), lines.y(line)];
    return [places.x(a), places.y(a), places.x(b), places.y(b)];
  };
  for (const own of arcs.values()) {
    const inTile = own.filter((line) => {
      const [x1, y1, x2, y2] = endsOf(line);
      return isInTile(tile, (x1 + x2) / 2, (y1 + y2) / 2);
    });
    if (inTile.length === 0) continue;
    const longest = own.reduce((a, b) => (lengthOf(endsOf(b)) > lengthOf(endsOf(a)) ? b : a));
    const [x1, y1, x2, y2] = endsOf(longest);
    const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const turns = sides[longest];
    const near = rings.near({ west: middleX, south: middleY, east: middleX, north: middleY });
    const onLeft: number[] = [];
    const onRight: number[] = [];
    for (const other of near.sort((a, b) => a - b)) {
      const turn = turns.get(other) ?? 0;
      const winding = rings.winding(other, middleX, middleY);
      // See `winding`: it holds to the left of a line that does not rise.
      if ((y2 > y1 ? winding + turn : winding) > 0) onLeft.push(other);
      if ((y2 > y1 ? winding : winding - turn) > 0) onRight.push(other);
    }
    // Lines of an arc may run in both directions, which swaps their sides.
    for (const isSame of [true, false]) {
      const lines = inTile.filter((line) => isSameTurn(sides[line], turns) === isSame);
      if (lines.length === 0) continue;
      const [left, right] = isSame ? [onLeft, onRight] : [onRight, onLeft];
      yield { edges: lines.flatMap(endsOf), left, right };
    }
  }
}

const isEastward = (x1: number, y1: number, x2: number, y2: number): boolean =>
  x1 < x2 || (x1 === x2 && y1 < y2);

const lengthOf = ([x1, y1, x2, y2]: readonly number[]): number => Math.hypot(x2 - x1, y2 - y1);

function isSameTurn(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  const [[polygon, turn]] = a;
  return (b.get(polygon) ?? 0) * turn > 0;
}
