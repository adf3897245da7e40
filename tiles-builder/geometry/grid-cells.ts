/** Cells of the standard grid with what asking h3-js again and again would make slow. */
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { areaOfOutlinesWithin, boxOf, type Corners, clip, overlap, type PlanarArea } from './planar-area.ts';

/** How many cells around one are searched for one inside the coverage: about 400 m. */
const MAX_RINGS_TO_COVERED_CELL = 20;
/** Share of an area that may be left unassigned when the search for its cells stops: rounding of coordinates. */
const NEGLIGIBLE_SHARE = 1e-9;
/** About 100 MB of cells. */
const MOST_KEPT = 100_000;

export const cellAt = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, GRID_RESOLUTION);

/** A cell's centre. */
export function centreOf(cell: Cell): Position {
  const [lat, lon] = cellToLatLng(cell);
  return [lon, lat];
}

/** A cell with what was asked of it. */
interface KnownCell {
  readonly cell: Cell;
  readonly corners: Corners;
  readonly box: BoundingBox;
  neighbours: readonly KnownCell[] | null;
  /** See `coveredCellFor`. */
  covered: Cell | null;
}

/** The grid as far as a coverage lets people be in it: a cell is inside if its centre is. */
export class GridCells {
  readonly #coverage: PlanarArea;
  #known = new Map<Cell, KnownCell>();

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
  }

  /**
   * The cells that a footprint covers, and how much of it, in square degrees.
   * @param within further areas: only what lies in each of them counts
   */
  shares(footprint: PlanarArea, within: readonly PlanarArea[]): Map<Cell, number> {
    const shares = new Map<Cell, number>();
    const whole = footprint.area();
    if (whole <= 0) return shares;
    const firsts = footprint.outlines.flatMap(({ corners, sign }) =>
      sign === 1 ? [this.#at(cellAt([corners[0], corners[1]]))] : [],
    );
    const found = new Set(firsts);
    let left = whole;
    for (const cell of found) {
      const parts = this.#partsIn(cell, footprint);
      const area = areaOfOutlinesWithin(parts, []);
      if (area > 0) {
        left -= area;
        const counted = within.length === 0 ? area : areaOfOutlinesWithin(parts, within);
        if (counted > 0) shares.set(cell.cell, counted);
        if (left <= whole * NEGLIGIBLE_SHARE) break;
      } else if (!firsts.includes(cell)) continue;
      for (const neighbour of this.#neighboursOf(cell)) found.add(neighbour);
    }
    return shares;
  }

  /** The cell itself if it is inside the coverage, else the nearest that is; itself again where none is near. */
  coveredCellFor(cell: Cell): Cell {
    const known = this.#at(cell);
    known.covered ??= this.#findCovered(cell);
    return known.covered;
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

  #partsIn(cell: KnownCell, { outlines, box }: PlanarArea): PlanarArea['outlines'] {
    const turns = 360 * Math.round((cell.corners[0] - box.west) / 360);
    if (turns === 0) {
      if (!overlap(cell.box, box)) return [];
      return outlines.map(({ corners, sign }) => ({ corners: clip(corners, cell.corners), sign }));
    }
    const beside = cell.corners.map((value, i) => (i % 2 === 0 ? value - turns : value));
    return outlines.map(({ corners, sign }) => ({ corners: clip(corners, beside), sign }));
  }

  #at(cell: Cell): KnownCell {
    let known = this.#known.get(cell);
    if (known) return known;
    const ring = cellToBoundary(cell);
    const [, first] = ring[0];
    // Corners on the same side of the antimeridian.
    const corners = ring.flatMap(([lat, lon]) => [lon - 360 * Math.round((lon - first) / 360), lat]);
    known = { cell, corners, box: boxOf(corners), neighbours: null, covered: null };
    if (this.#known.size >= MOST_KEPT) this.#known = new Map();
    this.#known.set(cell, known);
    return known;
  }

  #neighboursOf(cell: KnownCell): readonly KnownCell[] {
    cell.neighbours ??= gridDisk(cell.cell, 1).map((neighbour) => this.#at(neighbour));
    return cell.neighbours;
  }
}
