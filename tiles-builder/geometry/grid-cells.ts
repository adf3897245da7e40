/** Cells of the standard grid, and what of a footprint lies in each. */
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import {
  aOf,
  bOf,
  faceOf,
  found,
  locate,
  located,
  nearestPoint,
  type PointNumber,
  pointNumber,
  surroundings,
} from '../../src/geo/grid-lattice.ts';
import { cellOfCentre } from '../../src/geo/lattice-index.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { boxesOverlap } from '../../src/geo/positions.ts';
import { areaOfOutlinesWithin, boxOf, type Corners, clip, type PlanarArea } from './planar-area.ts';

/** How many cells around one are searched for one inside the coverage: about 400 m. */
const MAX_RINGS_TO_COVERED_CELL = 20;
/** Share of an area that may be left unassigned when the search for its cells stops: rounding of coordinates. */
const NEGLIGIBLE_SHARE = 1e-9;
/** A prime, so that cells side by side have places of their own among those that were seen lately. */
const LATELY = 16_381;

export const cellAt = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, GRID_RESOLUTION);

/** A cell's centre. */
export function centreOf(cell: Cell): Position {
  const [lat, lon] = cellToLatLng(cell);
  return [lon, lat];
}

/** A cell by its place on the lattice, which tells its corners and neighbours sooner than its index does. */
interface LatticeCell {
  readonly point: PointNumber;
  readonly centre: Position;
  /** Anticlockwise, on one side of the antimeridian. */
  readonly corners: Corners;
  readonly box: BoundingBox;
  /** Beyond the side that ends in each corner. */
  readonly neighbours: readonly PointNumber[];
  /** See `coveredCellFor`; `null` until somebody asks. */
  covered: Cell | null;
}

/** The grid as far as a coverage lets people be in it: a cell is inside if its centre is. */
export class GridCells {
  readonly #coverage: PlanarArea;
  /** Cells that were seen lately, each in its place: buildings stand side by side. */
  readonly #lately: LatticeCell[] = [];

  constructor(coverage: PlanarArea) {
    this.#coverage = coverage;
  }

  /**
   * How much of a footprint lies in each cell inside the coverage, in square degrees; see `coveredCellFor` for what lies in others.
   * @param within further areas: only what lies in each of them counts
   */
  shares(footprint: PlanarArea, within: readonly PlanarArea[]): Map<Cell, number> {
    const shares = new Map<Cell, number>();
    const whole = footprint.area();
    if (whole <= 0) return shares;
    const firsts = footprint.outlines.flatMap(({ corners, sign }) =>
      sign === 1 ? [centreNear(corners[0], corners[1])] : [],
    );
    const found = new Set(firsts);
    let left = whole;
    for (const point of found) {
      const cell = this.#cellOf(point);
      const parts = partsIn(cell, footprint);
      const area = areaOfOutlinesWithin(parts, []);
      if (area > 0) {
        left -= area;
        const counted = within.length === 0 ? area : areaOfOutlinesWithin(parts, within);
        if (counted > 0) {
          cell.covered ??= this.#coveredFor(cell);
          const { covered } = cell;
          shares.set(covered, (shares.get(covered) ?? 0) + counted);
        }
        if (left <= whole * NEGLIGIBLE_SHARE) break;
      } else if (!firsts.includes(point)) continue;
      for (const neighbour of neighboursTowards(cell, footprint)) found.add(neighbour);
    }
    return shares;
  }

  /** The cell itself if it is inside the coverage, else the nearest that is; itself again where none is near. */
  coveredCellFor(cell: Cell): Cell {
    if (this.isCovered(cell)) return cell;
    for (let ring = 1; ring <= MAX_RINGS_TO_COVERED_CELL; ring++) {
      const nearest = gridDisk(cell, ring)
        .filter((candidate) => this.isCovered(candidate))
        .sort()[0];
      if (nearest !== undefined) return nearest;
    }
    return cell;
  }

  isCovered(cell: Cell): boolean {
    return this.#coverage.contains(centreOf(cell));
  }

  #cellOf(point: PointNumber): LatticeCell {
    const place = point % LATELY;
    const known = this.#lately[place];
    if (known?.point === point) return known;
    const cell = latticeCell(point);
    this.#lately[place] = cell;
    return cell;
  }

  #coveredFor({ point, centre }: LatticeCell): Cell {
    const cell = cellOfCentre(point);
    return this.#coverage.contains(centre) ? cell : this.coveredCellFor(cell);
  }
}

/** The centre of the cell at a position, or of one beside it. */
function centreNear(lon: number, lat: number): PointNumber {
  nearestPoint(lon, lat);
  const { face, a, b } = found;
  // Centres are where a and b leave the same remainder; a vertex has a centre one step below it in one of them.
  const step = (((a - b) % 3) + 3) % 3;
  return pointNumber(face, step === 1 ? a - 1 : a, step === 2 ? b - 1 : b);
}

function latticeCell(point: PointNumber): LatticeCell {
  const vertices: PointNumber[] = [];
  const neighbours: PointNumber[] = [];
  const count = surroundings(point, vertices, neighbours);
  locate(faceOf(point), aOf(point), bOf(point));
  const centre: Position = [located.lon, located.lat];
  const corners: number[] = [];
  for (let i = 0; i < count; i++) {
    locate(faceOf(vertices[i]), aOf(vertices[i]), bOf(vertices[i]));
    corners.push(located.lon - 360 * Math.round((located.lon - centre[0]) / 360), located.lat);
  }
  return { point, centre, corners, box: boxOf(corners), neighbours, covered: null };
}

/** How many degrees a cell's longitudes are turned by to lie beside a footprint's. */
const turnsTo = ({ centre }: LatticeCell, { box }: PlanarArea): number =>
  360 * Math.round((box.west - centre[0]) / 360);

function partsIn(cell: LatticeCell, footprint: PlanarArea): PlanarArea['outlines'] {
  const { outlines, box } = footprint;
  const turns = turnsTo(cell, footprint);
  if (turns === 0 && !boxesOverlap(cell.box, box)) return [];
  const window =
    turns === 0 ? cell.corners : cell.corners.map((value, i) => (i % 2 === 0 ? value + turns : value));
  return outlines.map(({ corners, sign }) => ({ corners: clip(corners, window), sign }));
}

/** The neighbours beyond those sides of a cell that a footprint reaches beyond. */
function* neighboursTowards(cell: LatticeCell, footprint: PlanarArea): Generator<PointNumber> {
  const { corners, neighbours } = cell;
  const turns = turnsTo(cell, footprint);
  for (let side = 0; side < neighbours.length; side++) {
    const to = 2 * side;
    const from = to === 0 ? corners.length - 2 : to - 2;
    const [x, y] = [corners[from] + turns, corners[from + 1]];
    const [dx, dy] = [corners[to] - corners[from], corners[to + 1] - y];
    const isBeyond = (outline: Corners): boolean => {
      for (let i = 0; i < outline.length; i += 2) {
        if (dx * (outline[i + 1] - y) - dy * (outline[i] - x) < 0) return true;
      }
      return false;
    };
    if (footprint.outlines.some((outline) => isBeyond(outline.corners))) yield neighbours[side];
  }
}
