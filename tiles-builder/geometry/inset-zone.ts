/** Simplifies a zone inwards, by at most a margin: rasterises whole cells, erodes, traces and simplifies their outline. */
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { boundingBoxOf, type Position, type Zone } from '../../src/geo/positions.ts';
import { simplifyZone } from './simplify-zone.ts';
import { traceCellRows } from './trace-cell-rows.ts';
import { wholeCells } from './whole-cells.ts';

const CELLS_INWARDS = 8;
/** A tenth of a metre. */
const DECIMALS = 6;
/** The rest of the inset covers rounding and curvature. */
const SIMPLIFIED_SHARE = 0.95;

/**
 * @param zone right-handed disjoint polygons, which may share edges
 * @returns polygons in `zone` that contain all at least `margin_m` inside, maybe without parts narrower than twice that
 */
export function insetZone(zone: Zone, margin_m: number): Zone {
  const { west, south, north } = boundingBoxOf(zone.flat());
  const shrinkAt = (lat: number): number => Math.cos((lat * Math.PI) / 180);
  const farthest = Math.max(Math.abs(south), Math.abs(north));
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  /** Columns are as wide as rows at the narrowest latitude. */
  const widest = shrinkAt(nearest) / shrinkAt(farthest);
  const cell_m = margin_m / (CELLS_INWARDS + Math.SQRT2 * (CELLS_INWARDS + 1) * widest);
  const rowHeight = cell_m / METRES_PER_DEGREE;
  const grid = { west, south, rowHeight, columnWidth: rowHeight / shrinkAt(farthest) };
  const inside = wholeCells(zone, grid).shrunk(CELLS_INWARDS);
  const degrees = ([column, row]: Position): Position => [
    Number((west + column * grid.columnWidth).toFixed(DECIMALS)),
    Number((south + row * grid.rowHeight).toFixed(DECIMALS)),
  ];
  const outline = traceCellRows(inside).map((polygon) => polygon.map((ring) => ring.map(degrees)));
  return simplifyZone(outline, CELLS_INWARDS * cell_m * SIMPLIFIED_SHARE);
}
