/** Caches vertices and neighbours of standard grid cells by lattice coordinates, as footprints share cells. */
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
  verticesAndNeighbours,
} from '../../src/geo/grid-lattice.ts';
import type { Position } from '../../src/geo/positions.ts';

/** A cache that has this many cells is emptied. */
export const MOST_CACHED = 8_192;

export interface LatticeCell {
  readonly lon: number;
  /** Longitudes on one side of the antimeridian, and latitudes; vertices run anticlockwise. */
  readonly vertices: readonly Position[];
  /** Across the side that ends in the vertex of the same number. */
  readonly neighbours: readonly PointNumber[];
}

/** Finds the centre of the cell at a position, or of a neighbour. */
export function centreNear(lon: number, lat: number): PointNumber {
  nearestPoint(lon, lat);
  const { face, a, b } = found;
  // Centres are where a ≡ b (mod 3); vertices have one a step below in a or b.
  const step = (((a - b) % 3) + 3) % 3;
  return pointNumber(face, step === 1 ? a - 1 : a, step === 2 ? b - 1 : b);
}

export class LatticeCells {
  readonly #known = new Map<PointNumber, LatticeCell>();

  at(point: PointNumber): LatticeCell {
    let cell = this.#known.get(point);
    if (cell === undefined) {
      if (this.#known.size === MOST_CACHED) this.#known.clear();
      cell = cellAround(point);
      this.#known.set(point, cell);
    }
    return cell;
  }
}

function cellAround(point: PointNumber): LatticeCell {
  const [corners, neighbours]: [PointNumber[], PointNumber[]] = [[], []];
  const sides = verticesAndNeighbours(point, corners, neighbours);
  locate(faceOf(point), aOf(point), bOf(point));
  const { lon } = located;
  const vertices = corners.slice(0, sides).map((corner): Position => {
    locate(faceOf(corner), aOf(corner), bOf(corner));
    return [located.lon - 360 * Math.round((located.lon - lon) / 360), located.lat];
  });
  return { lon, vertices, neighbours };
}
