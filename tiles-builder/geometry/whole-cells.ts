/** Finds grid cells wholly inside a zone, by exact areas accumulated over edges, row by row. */
import type { Zone } from '../../src/geo/positions.ts';
import { CellRows } from './cell-rows.ts';

export interface DegreeGrid {
  readonly west: number;
  readonly south: number;
  readonly columnWidth: number;
  readonly rowHeight: number;
}

/** Share of a cell's area, for gaps between polygons. */
const ROUNDING = 1e-6;

interface RowEdges {
  readonly columns: number[];
  readonly own: number[];
  readonly beyond: number[];
}

/** @param zone right-handed disjoint polygons, which may share edges */
export function wholeCells(zone: Zone, { west, south, columnWidth, rowHeight }: DegreeGrid): CellRows {
  const rows = new Map<number, RowEdges>();
  for (const ring of zone.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [lonA, latA] = ring[i - 1];
      const [lonB, latB] = ring[i];
      const [xA, yA] = [(lonA - west) / columnWidth, (latA - south) / rowHeight];
      const [xB, yB] = [(lonB - west) / columnWidth, (latB - south) / rowHeight];
      // A downward edge has the zone in the east.
      if (yA > yB) addEdge(rows, xB, yB, xA, yA, 1);
      else if (yA < yB) addEdge(rows, xA, yA, xB, yB, -1);
    }
  }
  const cells = new CellRows();
  for (const [row, edges] of rows) addWholeCells(cells, row, edges);
  return cells;
}

function addEdge(
  rows: Map<number, RowEdges>,
  xA: number,
  yA: number,
  xB: number,
  yB: number,
  sign: 1 | -1,
): void {
  const slope = (xB - xA) / (yB - yA);
  for (let row = Math.floor(yA); row < yB; row++) {
    const [bottom, top] = [Math.max(yA, row), Math.min(yB, row + 1)];
    if (top <= bottom) continue;
    const ends = [xA + (bottom - yA) * slope, xA + (top - yA) * slope];
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    let edges = rows.get(row);
    if (!edges) {
      edges = { columns: [], own: [], beyond: [] };
      rows.set(row, edges);
    }
    for (let column = Math.floor(from); column <= to; column++) {
      const [left, right] = [Math.max(from, column), Math.min(to, column + 1)];
      const height = to > from ? ((top - bottom) * (right - left)) / (to - from) : top - bottom;
      if (height <= 0) continue;
      edges.columns.push(column);
      edges.own.push(sign * height * (column + 1 - (left + right) / 2));
      edges.beyond.push(sign * height);
      if (to === from) break;
    }
  }
}

function addWholeCells(cells: CellRows, row: number, { columns, own, beyond }: RowEdges): void {
  const order = [...columns.keys()].sort((a, b) => columns[a] - columns[b]);
  let passed = 0;
  for (let i = 0; i < order.length; ) {
    const column = columns[order[i]];
    let area = passed;
    for (; i < order.length && columns[order[i]] === column; i++) {
      area += own[order[i]];
      passed += beyond[order[i]];
    }
    if (area > 1 - ROUNDING) cells.add(row, column, column + 1);
    const next = columns[order[i]];
    if (next !== undefined && next > column + 1 && passed > 1 - ROUNDING) cells.add(row, column + 1, next);
  }
}
