/** Enumerates the cells whose centre lies in a census unit and in a coverage, piece by piece (h3-js's polygon to cells). */
import { POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { type BoundingBox, type Position, ringOfBox, widenedByDegrees } from '../../src/geo/positions.ts';
import { cellAt, centreOf, coveredCellFor } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';

/** Bounds memory. */
const PIECE_DEGREES = 0.05;
const MARGIN_DEGREES = 1e-4;

/** Yields each cell once; for a unit smaller than a cell, the one at a vertex. */
export function* cellsOfUnit(outline: PlanarArea, coverage: PlanarArea): Generator<Cell> {
  let found = false;
  for (const piece of piecesOf(outline.box)) {
    const near = outline.clippedTo(widened(piece));
    const covered = coverage.clippedTo(widened(piece));
    if (near.outlines.length === 0 || covered.outlines.length === 0) continue;
    for (const cell of cellsAround(piece)) {
      const centre = centreOf(cell);
      if (!isIn(piece, centre) || !near.contains(centre) || !covered.contains(centre)) continue;
      found = true;
      yield cell;
    }
  }
  if (!found) yield coveredCellFor(cellAt(vertexInside(outline, coverage)), coverage);
}

function* piecesOf({ west, south, east, north }: BoundingBox): Generator<BoundingBox> {
  const step = PIECE_DEGREES;
  for (let row = Math.floor(south / step); row * step <= north; row++) {
    for (let column = Math.floor(west / step); column * step <= east; column++) {
      yield {
        west: Math.max(west, column * step),
        south: Math.max(south, row * step),
        east: Math.min(east, (column + 1) * step),
        north: Math.min(north, (row + 1) * step),
      };
    }
  }
}

const widened = (piece: BoundingBox): BoundingBox => widenedByDegrees(piece, MARGIN_DEGREES);

function cellsAround(piece: BoundingBox): Cell[] {
  const ring = ringOfBox(widened(piece));
  return polygonToCellsExperimental(ring, GRID_RESOLUTION, POLYGON_TO_CELLS_FLAGS.containmentCenter, true);
}

const isIn = ({ west, south, east, north }: BoundingBox, [lon, lat]: Position): boolean =>
  lon >= west && lon < east && lat >= south && lat < north;

function vertexInside(outline: PlanarArea, coverage: PlanarArea): Position {
  const vertices = outline.vertices();
  return vertices.find((vertex) => coverage.contains(vertex)) ?? vertices[0];
}
