/**
 * Area of footprints in each cell of the standard grid: clips by cell, and visits neighbours across crossed sides. The nearest
 * covered cell replaces one outside the coverage.
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
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { CACHE_SLOTS, centreNear, LatticeCells, MOST_SIDES, type Slot } from './lattice-cells.ts';
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

class FootprintCutter {
  readonly #cells = new LatticeCells();
  /** Whether the footprint crosses each side of the latest cell. */
  readonly #reachesBeyond = new Uint8Array(MOST_SIDES);

  /** Square degrees by cell centre, inside all of `within`. */
  parts(footprint: PlanarArea, within: readonly PlanarArea[] = []): Map<PointNumber, number> {
    const all = new Map<PointNumber, number>();
    const whole = footprint.area();
    if (whole <= 0) return all;
    const firsts = footprint.outlines.flatMap(({ vertices, sign }) =>
      sign === 1 ? [centreNear(vertices[0], vertices[1])] : [],
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
        if (counted > 0) all.set(point, counted);
        if (left <= whole * NEGLIGIBLE_SHARE) break;
      } else if (!firsts.includes(point)) continue;
      for (let side = 0; side < this.#cells.sides(slot); side++) {
        if (this.#reachesBeyond[side] === 1) found.add(this.#cells.neighbour(slot, side));
      }
    }
    return all;
  }

  #partsIn(slot: Slot, { outlines, box }: PlanarArea): Outline[] {
    const cells = this.#cells;
    const sides = cells.sides(slot);
    const turns = 360 * Math.round((box.west - cells.centre(slot)[0]) / 360);
    let parts = outlines as Outline[];
    for (let to = 0, from = sides - 1; to < sides; from = to++) {
      const [x, y] = [cells.x(slot, from) + turns, cells.y(slot, from)];
      const [toX, toY] = [cells.x(slot, to) + turns, cells.y(slot, to)];
      const isBeyond = outlines.some(({ vertices }) => reachesBeyond(vertices, x, y, toX - x, toY - y));
      this.#reachesBeyond[to] = isBeyond ? 1 : 0;
      if (isBeyond)
        parts = parts.map(({ vertices, sign }) => ({ vertices: leftOf(vertices, x, y, toX, toY), sign }));
    }
    return parts;
  }
}

export interface FootprintCells {
  /** Cumulative cells by footprint. */
  readonly ends: Uint32Array;
  readonly centre: Float64Array;
  /** In square degrees. */
  readonly area: Float64Array;
}

export const NO_CELLS: FootprintCells = {
  ends: new Uint32Array(),
  centre: new Float64Array(),
  area: new Float64Array(),
};

/** Half-open. */
export const cellsOf = ({ ends }: FootprintCells, footprint: number): [from: number, to: number] => [
  footprint === 0 ? 0 : ends[footprint - 1],
  ends[footprint],
];

export function cutFootprints(count: number, footprint: (i: number) => PlanarArea): FootprintCells {
  const cutter = new FootprintCutter();
  const ends = new Uint32Array(count);
  const centre = new GrowingArray(Float64Array);
  const area = new GrowingArray(Float64Array);
  for (let i = 0; i < count; i++) {
    for (const [point, own] of cutter.parts(footprint(i))) {
      centre.push(point);
      area.push(own);
    }
    ends[i] = centre.length;
  }
  return { ends, centre: centre.view().slice(), area: area.view().slice() };
}

export class GridCells {
  readonly #coverage: PlanarArea;
  readonly #cutter = new FootprintCutter();
  /** Direct-mapped by cell number. */
  readonly #known = new Float64Array(CACHE_SLOTS).fill(-1);
  readonly #covered = new Float64Array(CACHE_SLOTS);

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
  }

  /** Square degrees by cell centre, inside all of `within`. */
  shares(footprint: PlanarArea, within: readonly PlanarArea[]): Map<PointNumber, number> {
    const shares = new Map<PointNumber, number>();
    for (const [point, area] of this.#cutter.parts(footprint, within)) {
      addTo(shares, this.#coveredAt(point), area);
    }
    return shares;
  }

  sharesOf(cells: FootprintCells, footprint: number): Map<PointNumber, number> {
    const shares = new Map<PointNumber, number>();
    const [from, to] = cellsOf(cells, footprint);
    for (let i = from; i < to; i++) addTo(shares, this.#coveredAt(cells.centre[i]), cells.area[i]);
    return shares;
  }

  /** {@link shares} inside the coverage. */
  coveredShares(footprint: PlanarArea, ...within: readonly PlanarArea[]): Map<PointNumber, number> {
    const areas = [this.#coverage, ...within];
    const relations = areas.map((area) => area.relationOf(footprint.box));
    if (relations.includes('outside')) return new Map();
    return this.shares(
      footprint,
      areas.filter((_, i) => relations[i] === 'edge'),
    );
  }

  #coveredAt(point: PointNumber): PointNumber {
    const slot = point % CACHE_SLOTS;
    if (this.#known[slot] !== point) {
      locate(faceOf(point), aOf(point), bOf(point));
      this.#known[slot] = point;
      this.#covered[slot] = this.#coverage.containsAt(located.lon, located.lat)
        ? point
        : centreOfCellAt(...centreOf(coveredCellFor(cellOfCentre(point), this.#coverage)));
    }
    return this.#covered[slot];
  }
}

/** Nearest cell with its centre inside the coverage; the cell itself if none is near. */
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
