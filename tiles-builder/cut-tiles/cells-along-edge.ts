/** The cells that a road passes through. */
import { latLngToCell } from 'h3-js';
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { TimedGraph } from '../road-graph/timed-graph.ts';

export const UNITS_PER_DEGREE = Math.round(1 / COORDINATE_UNIT_DEGREES);

/** Where two cells are found this close together, a third that lies between them is let go: about a metre. */
const CLOSE_UNITS = 100;

/**
 * Every cell in which the edge's shape runs for a metre or more. Cells are convex but for their edges' slight bend on
 * the map, so a stretch whose two ends lie in one cell stays in it; any other is halved until its cells are known.
 */
export function cellsAlongEdge(graph: TimedGraph, edge: number, resolution: number): Set<Cell> {
  const cells = new Set<Cell>();
  const cellAt = (lon: number, lat: number): Cell => {
    const cell = latLngToCell(lat / UNITS_PER_DEGREE, lon / UNITS_PER_DEGREE, resolution);
    cells.add(cell);
    return cell;
  };
  const visit = (lonA: number, latA: number, cellA: Cell, lonB: number, latB: number, cellB: Cell): void => {
    if (cellA === cellB || Math.abs(lonA - lonB) + Math.abs(latA - latB) <= CLOSE_UNITS) return;
    const lon = (lonA + lonB) / 2;
    const lat = (latA + latB) / 2;
    const middle = cellAt(lon, lat);
    visit(lonA, latA, cellA, lon, lat, middle);
    visit(lon, lat, middle, lonB, latB, cellB);
  };
  const first = graph.edgeFirstPoint[edge]!;
  let lonA = graph.pointLon[first]!;
  let latA = graph.pointLat[first]!;
  let cellA = cellAt(lonA, latA);
  for (let point = first + 1; point < graph.edgeFirstPoint[edge + 1]!; point++) {
    const lonB = graph.pointLon[point]!;
    const latB = graph.pointLat[point]!;
    const cellB = cellAt(lonB, latB);
    visit(lonA, latA, cellA, lonB, latB, cellB);
    [lonA, latA, cellA] = [lonB, latB, cellB];
  }
  return cells;
}
