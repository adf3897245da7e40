/** Outlines a set of grid cells: joins the sides on its border to rings, by left turns, and nests holes. */
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import type { CellRows, ColumnInterval } from './cell-rows.ts';
import { polygonsOf } from './rings-to-polygons.ts';

interface Side {
  readonly start: Position;
  readonly end: Position;
}

/**
 * Cells that touch only at a corner stay separate.
 * @returns polygons in columns and rows, without collinear vertices
 */
export const traceCellRows = (cells: CellRows): Zone =>
  polygonsOf(joinSides(sidesOf(cells)).map(withoutCollinear));

function sidesOf(cells: CellRows): Side[] {
  const sides: Side[] = [];
  const rows = cells.rows();
  const borders = new Set(rows.flatMap((row) => [row, row + 1]));
  for (const row of rows) {
    for (const [from, to] of cells.intervals(row)) {
      sides.push({ start: [from, row + 1], end: [from, row] }, { start: [to, row], end: [to, row + 1] });
    }
  }
  for (const row of borders) {
    const above = cells.intervals(row);
    const below = cells.intervals(row - 1);
    for (const [from, to] of subtract(above, below)) sides.push({ start: [from, row], end: [to, row] });
    for (const [from, to] of subtract(below, above)) sides.push({ start: [to, row], end: [from, row] });
  }
  return sides;
}

function subtract(intervals: readonly ColumnInterval[], others: readonly ColumnInterval[]): ColumnInterval[] {
  const rest: ColumnInterval[] = [];
  let first = 0;
  for (const [from, to] of intervals) {
    let start = from;
    while (first < others.length && others[first][1] <= from) first++;
    for (let i = first; i < others.length && others[i][0] < to; i++) {
      if (others[i][0] > start) rest.push([start, others[i][0]]);
      start = Math.max(start, others[i][1]);
    }
    if (start < to) rest.push([start, to]);
  }
  return rest;
}

const MOST_COLUMNS = 2 ** 26;

function joinSides(sides: readonly Side[]): Ring[] {
  const keyOf = ([column, row]: Position): number => row * MOST_COLUMNS + column;
  const leaving = new Map<number, Side[]>();
  for (const side of sides) {
    const others = leaving.get(keyOf(side.start));
    if (others) others.push(side);
    else leaving.set(keyOf(side.start), [side]);
  }
  const unused = new Set(sides);
  const rings: Ring[] = [];
  for (const first of unused) {
    const ring: Position[] = [first.start];
    let side = first;
    do {
      unused.delete(side);
      ring.push(side.end);
      side = leftmost(side, leaving.get(keyOf(side.end))!);
    } while (side !== first);
    rings.push(ring);
  }
  return rings;
}

function leftmost(side: Side, next: readonly Side[]): Side {
  return next.length === 1 ? next[0] : next.find((candidate) => turn(side, candidate) > 0)!;
}

function turn(a: Side, b: Side): number {
  return (
    (a.end[0] - a.start[0]) * (b.end[1] - b.start[1]) - (a.end[1] - a.start[1]) * (b.end[0] - b.start[0])
  );
}

function withoutCollinear(ring: Ring): Ring {
  const corners = ring.slice(1).filter((position, i) => {
    const before = { start: ring[i], end: position };
    const after = { start: position, end: ring[i + 2] ?? ring[1] };
    return turn(before, after) !== 0;
  });
  return [...corners, corners[0]];
}
