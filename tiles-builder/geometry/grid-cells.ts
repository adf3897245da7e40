/** Intersects footprints with the cells of the standard grid. */
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { centreOfCellAt, type PointNumber } from '../../src/geo/grid-lattice.ts';
import { cellOfCentre } from '../../src/geo/lattice-index.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';
import { centreNear, LATELY, LatticeCells, type Slot } from './lattice-cells.ts';
import { areaOfOutlinesWithin, type Corners, clip, type Outline, type PlanarArea } from './planar-area.ts';

/** Search radius, in rings of cells, for a cell inside the coverage. */
const MAX_RINGS_TO_COVERED_CELL = 20;
/** Maximum distance to the cell that replaces one outside the coverage: a ring of cells is some 20 m wide. */
export const MOVED_AT_MOST_M = 450;
/** Unassigned share of an area at which the search for cells stops: rounding of coordinates. */
const NEGLIGIBLE_SHARE = 1e-9;

export const cellAt = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, GRID_RESOLUTION);

export function centreOf(cell: Cell): Position {
  const [lat, lon] = cellToLatLng(cell);
  return [lon, lat];
}

/** Cells of the grid in a coverage, by their centres. */
export class GridCells {
  readonly #coverage: PlanarArea;
  readonly #cells = new LatticeCells();
  /** Cache of replacement cells by slot. */
  readonly #known = new Float64Array(LATELY).fill(-1);
  readonly #covered = new Float64Array(LATELY);

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
  }

  /**
   * Area of a footprint by cell inside the coverage, in square degrees; parts in other cells go to `coveredCellFor`.
   * @param within only area inside each of these counts
   * @returns by cell centre
   */
  shares(footprint: PlanarArea, within: readonly PlanarArea[]): Map<PointNumber, number> {
    const shares = new Map<PointNumber, number>();
    const whole = footprint.area();
    if (whole <= 0) return shares;
    const firsts = footprint.outlines.flatMap(({ corners, sign }) =>
      sign === 1 ? [centreNear(corners[0], corners[1])] : [],
    );
    const found = new Set(firsts);
    let left = whole;
    for (const point of found) {
      const slot = this.#cells.slotOf(point);
      const parts = this.#partsIn(slot, footprint);
      const area = areaOfOutlinesWithin(parts, []);
      if (area > 0) {
        left -= area;
        const counted = within.length === 0 ? area : areaOfOutlinesWithin(parts, within);
        if (counted > 0) {
          const covered = this.#coveredAt(point, slot);
          addTo(shares, covered, counted);
        }
        if (left <= whole * NEGLIGIBLE_SHARE) break;
      } else if (!firsts.includes(point)) continue;
      this.#addNeighboursTowards(slot, footprint, found);
    }
    return shares;
  }

  /** As {@link shares}, of the part of the footprint inside the coverage. */
  coveredShares(footprint: PlanarArea, ...within: readonly PlanarArea[]): Map<PointNumber, number> {
    const areas = [this.#coverage, ...within];
    const relations = areas.map((area) => area.relationOf(footprint.box));
    if (relations.includes('outside')) return new Map();
    return this.shares(
      footprint,
      areas.filter((_, i) => relations[i] === 'edge'),
    );
  }

  /** Intersection of outlines with a cell. */
  #partsIn(slot: Slot, { outlines, box }: PlanarArea): Outline[] {
    const window: number[] = [];
    const turns = this.#turnsTo(slot, box);
    for (let corner = 0; corner < this.#cells.sides(slot); corner++) {
      window.push(this.#cells.x(slot, corner) + turns, this.#cells.y(slot, corner));
    }
    return outlines.map(({ corners, sign }) => ({ corners: clip(corners, window), sign }));
  }

  /** Adds neighbours across those sides of a cell that a footprint crosses. */
  #addNeighboursTowards(slot: Slot, { outlines, box }: PlanarArea, found: Set<PointNumber>): void {
    const cells = this.#cells;
    const turns = this.#turnsTo(slot, box);
    const sides = cells.sides(slot);
    for (let to = 0, from = sides - 1; to < sides; from = to++) {
      const x = cells.x(slot, from) + turns;
      const y = cells.y(slot, from);
      const dx = cells.x(slot, to) - cells.x(slot, from);
      const dy = cells.y(slot, to) - y;
      if (outlines.some(({ corners }) => reachesBeyond(corners, x, y, dx, dy))) {
        found.add(cells.neighbour(slot, to));
      }
    }
  }

  /** Degrees by which to shift a cell's longitudes across the antimeridian, next to a box. */
  #turnsTo(slot: Slot, { west }: BoundingBox): number {
    return 360 * Math.round((west - this.#cells.centre(slot)[0]) / 360);
  }

  #coveredAt(point: PointNumber, slot: Slot): PointNumber {
    if (this.#known[slot] !== point) {
      this.#known[slot] = point;
      this.#covered[slot] = this.#coverage.contains(this.#cells.centre(slot))
        ? point
        : centreOfCellAt(...centreOf(coveredCellFor(cellOfCentre(point), this.#coverage)));
    }
    return this.#covered[slot];
  }
}

/** The cell if its centre is inside the coverage, otherwise the nearest such cell; the cell itself if none is near. */
export function coveredCellFor(cell: Cell, coverage: PlanarArea): Cell {
  const isCovered = (candidate: Cell): boolean => coverage.contains(centreOf(candidate));
  if (isCovered(cell)) return cell;
  for (let ring = 1; ring <= MAX_RINGS_TO_COVERED_CELL; ring++) {
    const nearest = gridDisk(cell, ring).filter(isCovered).sort()[0];
    if (nearest !== undefined) return nearest;
  }
  return cell;
}

/** Whether a vertex lies to the right of a line through (x, y). */
function reachesBeyond(corners: Corners, x: number, y: number, dx: number, dy: number): boolean {
  for (let i = 0; i < corners.length; i += 2) {
    if (dx * (corners[i + 1] - y) - dy * (corners[i] - x) < 0) return true;
  }
  return false;
}
