/** Intersects footprints with the cells of the standard grid. */
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { centreOfCellAt, type PointNumber } from '../../src/geo/grid-lattice.ts';
import { cellOfCentre } from '../../src/geo/lattice-index.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';
import { centreNear, LATELY, LatticeCells, type Slot } from './lattice-cells.ts';
import { areaOfOutlinesWithin, type Corners, clip, type Outline, type PlanarArea } from './planar-area.ts';

/** How many cells around one are searched for one inside the coverage. */
const MAX_RINGS_TO_COVERED_CELL = 20;
/** What lies outside the coverage is moved no farther: a ring of cells is some 20 m wide. */
export const MOVED_AT_MOST_M = 450;
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
  readonly #cells = new LatticeCells();
  /** By slots of cells: of which cell it is known where its people go, and where. */
  readonly #known = new Float64Array(LATELY).fill(-1);
  readonly #covered = new Float64Array(LATELY);

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
  }

  /**
   * How much of a footprint lies in each cell inside the coverage, in square degrees; see `coveredCellFor` for what lies in others.
   * @param within further areas: only what lies in each of them counts
   * @returns by the centres of cells
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

  /** The same of what of a footprint lies inside the coverage as well. */
  coveredShares(footprint: PlanarArea, ...within: readonly PlanarArea[]): Map<PointNumber, number> {
    const areas = [this.#coverage, ...within];
    const relations = areas.map((area) => area.relationOf(footprint.box));
    if (relations.includes('outside')) return new Map();
    return this.shares(
      footprint,
      areas.filter((_, i) => relations[i] === 'edge'),
    );
  }

  /** What of a footprint's outlines lies in a cell. */
  #partsIn(slot: Slot, { outlines, box }: PlanarArea): Outline[] {
    const window: number[] = [];
    const turns = this.#turnsTo(slot, box);
    for (let corner = 0; corner < this.#cells.sides(slot); corner++) {
      window.push(this.#cells.x(slot, corner) + turns, this.#cells.y(slot, corner));
    }
    return outlines.map(({ corners, sign }) => ({ corners: clip(corners, window), sign }));
  }

  /** Adds the neighbours beyond those sides of a cell that a footprint reaches beyond. */
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

  /** How many degrees a cell's longitudes are turned by to lie beside a box's. */
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

/** The cell itself if its centre is inside the coverage, else the nearest whose centre is; itself again where none is near. */
export function coveredCellFor(cell: Cell, coverage: PlanarArea): Cell {
  const isCovered = (candidate: Cell): boolean => coverage.contains(centreOf(candidate));
  if (isCovered(cell)) return cell;
  for (let ring = 1; ring <= MAX_RINGS_TO_COVERED_CELL; ring++) {
    const nearest = gridDisk(cell, ring).filter(isCovered).sort()[0];
    if (nearest !== undefined) return nearest;
  }
  return cell;
}

/** Whether a corner lies to the right of a line through (x, y). */
function reachesBeyond(corners: Corners, x: number, y: number, dx: number, dy: number): boolean {
  for (let i = 0; i < corners.length; i += 2) {
    if (dx * (corners[i + 1] - y) - dy * (corners[i] - x) < 0) return true;
  }
  return false;
}
