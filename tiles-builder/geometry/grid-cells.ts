/**
 * Measures the area of a footprint in each cell of the standard grid: clips it by cell, and goes on to neighbours across
 * crossed sides. The nearest covered cell replaces one outside the coverage.
 */
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import {
  aOf,
  bOf,
  centreOfCellAt,
  faceOf,
  locate,
  located,
  type PointNumber,
} from '../../src/geo/grid-lattice.ts';
import { cellOfCentre } from '../../src/geo/lattice-index.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../base/numbers/add-to.ts';
import { centreNear, type LatticeCell, LatticeCells, MOST_CACHED } from './lattice-cells.ts';
import { areaOfOutlinesWithin, leftOf, type Outline, type PlanarArea, type Vertices } from './planar-area.ts';

/** Rings of cells searched for one inside the coverage. */
const MAX_RINGS_TO_COVERED_CELL = 20;
/** Rounding error; a smaller unassigned share ends the search. */
const NEGLIGIBLE_SHARE = 1e-9;

export const cellAt = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, GRID_RESOLUTION);

export function centreOf(cell: Cell): Position {
  const [lat, lon] = cellToLatLng(cell);
  return [lon, lat];
}

export class GridCells {
  readonly #coverage: PlanarArea;
  readonly #cells = new LatticeCells();
  /** Tells for each side of the latest cell whether the footprint crosses it. */
  readonly #reachesBeyond: boolean[] = [];
  readonly #covered = new Map<PointNumber, PointNumber>();

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
  }

  /** Returns square degrees by cell centre, inside all of `within`. */
  shares(footprint: PlanarArea, within: readonly PlanarArea[]): Map<PointNumber, number> {
    const shares = new Map<PointNumber, number>();
    for (const [point, area] of this.#parts(footprint, within)) {
      addTo(shares, this.#coveredAt(point), area);
    }
    return shares;
  }

  /** Returns {@link shares} inside the coverage. */
  coveredShares(footprint: PlanarArea, ...within: readonly PlanarArea[]): Map<PointNumber, number> {
    const areas = [this.#coverage, ...within];
    const relations = areas.map((area) => area.relationOf(footprint.box));
    if (relations.includes('outside')) return new Map();
    return this.shares(
      footprint,
      areas.filter((_, i) => relations[i] === 'edge'),
    );
  }

  #parts(footprint: PlanarArea, within: readonly PlanarArea[]): Map<PointNumber, number> {
    const all = new Map<PointNumber, number>();
    const whole = footprint.area();
    if (whole <= 0) return all;
    const firsts = footprint.outlines.flatMap(({ vertices, sign }) =>
      sign === 1 ? [centreNear(vertices[0], vertices[1])] : [],
    );
    const found = new Set(firsts);
    let left = whole;
    for (const point of found) {
      const cell = this.#cells.at(point);
      const parts = this.#partsIn(cell, footprint);
      const area = areaOfOutlinesWithin(parts, []);
      if (area > 0) {
        left -= area;
        const counted = within.length === 0 ? area : areaOfOutlinesWithin(parts, within);
        if (counted > 0) all.set(point, counted);
        if (left <= whole * NEGLIGIBLE_SHARE) break;
      } else if (!firsts.includes(point)) continue;
      for (let side = 0; side < cell.vertices.length; side++) {
        if (this.#reachesBeyond[side]) found.add(cell.neighbours[side]);
      }
    }
    return all;
  }

  #partsIn({ lon, vertices: corners }: LatticeCell, { outlines, box }: PlanarArea): Outline[] {
    const turns = 360 * Math.round((box.west - lon) / 360);
    let parts = outlines as Outline[];
    for (let to = 0, from = corners.length - 1; to < corners.length; from = to++) {
      const [x, y] = [corners[from][0] + turns, corners[from][1]];
      const [toX, toY] = [corners[to][0] + turns, corners[to][1]];
      const isBeyond = outlines.some(({ vertices }) => reachesBeyond(vertices, x, y, toX - x, toY - y));
      this.#reachesBeyond[to] = isBeyond;
      if (isBeyond)
        parts = parts.map(({ vertices, sign }) => ({ vertices: leftOf(vertices, x, y, toX, toY), sign }));
    }
    return parts;
  }

  #coveredAt(point: PointNumber): PointNumber {
    let covered = this.#covered.get(point);
    if (covered === undefined) {
      if (this.#covered.size === MOST_CACHED) this.#covered.clear();
      locate(faceOf(point), aOf(point), bOf(point));
      covered = this.#coverage.containsAt(located.lon, located.lat)
        ? point
        : centreOfCellAt(...centreOf(coveredCellFor(cellOfCentre(point), this.#coverage)));
      this.#covered.set(point, covered);
    }
    return covered;
  }
}

/** Returns the nearest cell with its centre inside the coverage, or the cell itself if none is near. */
export function coveredCellFor(cell: Cell, coverage: PlanarArea): Cell {
  const isCovered = (candidate: Cell): boolean => coverage.contains(centreOf(candidate));
  if (isCovered(cell)) return cell;
  for (let ring = 1; ring <= MAX_RINGS_TO_COVERED_CELL; ring++) {
    const nearest = gridDisk(cell, ring).filter(isCovered).sort()[0];
    if (nearest !== undefined) return nearest;
  }
  return cell;
}

function reachesBeyond(vertices: Vertices, x: number, y: number, dx: number, dy: number): boolean {
  for (let i = 0; i < vertices.length; i += 2) {
    if (dx * (vertices[i + 1] - y) - dy * (vertices[i] - x) < 0) return true;
  }
  return false;
}
