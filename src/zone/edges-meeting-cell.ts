/** Finds which polygons of a zone have an edge that meets a hexagon, by signs of cross products with its sides. */
import type { CellOutline } from '../geo/cell-outline.ts';
import { TURNS } from '../geo/positions.ts';
import { EdgeList, type ZoneEdges } from '../geo/zone-edges.ts';

const near = new EdgeList(new Int32Array(64));

/** @returns numbers of polygons from 1, perhaps repeated */
export function polygonsMeeting(cell: CellOutline, edges: ZoneEdges): number[] {
  const polygons: number[] = [];
  for (const turn of TURNS) {
    const count = edges.between(cell.west + turn, cell.east + turn, near);
    for (let i = 0; i < count; i++) {
      const edge = near.entries[i];
      if (edgeMeetsCell(edges, edge, cell, turn)) polygons.push(edges.polygon[edge]);
    }
  }
  return polygons;
}

function edgeMeetsCell(edges: ZoneEdges, edge: number, cell: CellOutline, turn: number): boolean {
  const x1 = edges.west[edge] - turn;
  const x2 = edges.east[edge] - turn;
  const y1 = edges.westLat[edge];
  const y2 = edges.eastLat[edge];
  if (Math.min(y1, y2) > cell.north || Math.max(y1, y2) < cell.south) return false;
  const { lons, lats } = cell;
  let startInside = false;
  for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
    const ax = lons[j];
    const ay = lats[j];
    const bx = lons[i];
    const by = lats[i];
    const side1 = (x2 - x1) * (ay - y1) - (y2 - y1) * (ax - x1);
    const side2 = (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1);
    const start = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax);
    const end = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax);
    if (side1 * side2 <= 0 && start * end <= 0) return true;
    if (ay > y1 !== by > y1 && start > 0 === by > ay) startInside = !startInside;
  }
  return startInside;
}
