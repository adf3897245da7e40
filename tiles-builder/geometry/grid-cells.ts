/** Cells of the standard grid with what asking h3-js again and again would make slow. */
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { areaWithin, type ConvexPolygon, cornersOf, type PlanarArea } from './planar-area.ts';

/** How many cells around one are searched for one inside the coverage: about 400 m. */
const MAX_RINGS_TO_COVERED_CELL = 20;
/** Share of an area that may be left unassigned when the search for its cells stops: rounding of coordinates. */
const NEGLIGIBLE_SHARE = 1e-9;

export const cellAt = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, GRID_RESOLUTION);

/** A cell's centre. */
export function centreOf(cell: Cell): Position {
  const [lat, lon] = cellToLatLng(cell);
  return [lon, lat];
}

/** The grid as far as a coverage lets people be in it: a cell is inside if its centre is. */
export class GridCells {
  readonly #coverage: PlanarArea;
  readonly #corners = new Map<Cell, ConvexPolygon>();
  readonly #neighbours = new Map<Cell, readonly Cell[]>();
  readonly #covered = new Map<Cell, Cell>();

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
  }

  /**
   * The cells that a footprint covers, and how much of it, in square degrees.
   * @param within further areas: only what lies in each of them counts
   */
  shares(footprint: PlanarArea, within: readonly PlanarArea[]): Map<Cell, number> {
    const shares = new Map<Cell, number>();
    const areas = [footprint, ...within];
    const whole = areaWithin(cornersOf(footprint.box), areas);
    if (whole <= 0) return shares;
    const found = new Set(footprint.corners().map(cellAt));
    let left = whole;
    for (const cell of found) {
      const corners = this.#cornersBeside(cell, footprint.box.west);
      const area = areaWithin(corners, areas);
      if (area > 0) {
        shares.set(cell, area);
        left -= area;
        if (left <= whole * NEGLIGIBLE_SHARE) break;
      } else if (within.length === 0 || areaWithin(corners, [footprint]) <= 0) continue;
      for (const neighbour of this.#neighboursOf(cell)) found.add(neighbour);
    }
    return shares;
  }

  /** The cell itself if it is inside the coverage, else the nearest that is; itself again where none is near. */
  coveredCellFor(cell: Cell): Cell {
    let covered = this.#covered.get(cell);
    if (covered === undefined) {
      covered = this.#findCovered(cell);
      this.#covered.set(cell, covered);
    }
    return covered;
  }

  isCovered(cell: Cell): boolean {
    return this.#coverage.contains(centreOf(cell));
  }

  #findCovered(cell: Cell): Cell {
    if (this.isCovered(cell)) return cell;
    for (let ring = 1; ring <= MAX_RINGS_TO_COVERED_CELL; ring++) {
      const nearest = gridDisk(cell, ring)
        .filter((candidate) => this.isCovered(candidate))
        .sort()[0];
      if (nearest !== undefined) return nearest;
    }
    return cell;
  }

  /** Corners with longitudes on the same side of the antimeridian as `longitude`. */
  #cornersBeside(cell: Cell, longitude: number): ConvexPolygon {
    let corners = this.#corners.get(cell);
    if (!corners) {
      corners = (cellToBoundary(cell, true) as [number, number][]).slice(0, -1).flat();
      this.#corners.set(cell, corners);
    }
    if (Math.abs(corners[0]! - longitude) < 180 - 1 && Math.abs(longitude) < 180 - 1) return corners;
    return corners.map((value, index) =>
      index % 2 === 1 ? value : value - 360 * Math.round((value - longitude) / 360),
    );
  }

  #neighboursOf(cell: Cell): readonly Cell[] {
    let neighbours = this.#neighbours.get(cell);
    if (!neighbours) {
      neighbours = gridDisk(cell, 1);
      this.#neighbours.set(cell, neighbours);
    }
    return neighbours;
  }
}
