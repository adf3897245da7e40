/** Computes densities of buildings or streets around places by a truncated Gaussian kernel on a raster, as features of homes. */
import type { BoundingBox } from '../../src/geo/positions.ts';
import { PLANE_REACH_M } from '../partitions/partition-plane.ts';

export interface Amounts {
  /** Coordinates in the partition's plane. */
  readonly x_m: Float64Array;
  readonly y_m: Float64Array;
  /** Amounts of at least 0. */
  readonly amount: Float64Array;
}

export interface Blur {
  readonly cell_m: number;
  readonly deviation_m: number;
  /** The kernel is cut off beyond this many cells along each axis. */
  readonly reach_cells: number;
}

/**
 * Returns amounts per square metre. Sums follow the order of cells, then of amounts; amounts beyond `reach_cells` + 1 cells or
 * outside the plane have no effect.
 */
export function densityAround(
  { x_m, y_m, amount }: Amounts,
  { cell_m, deviation_m, reach_cells }: Blur,
  at: Pick<Amounts, 'x_m' | 'y_m'>,
): Float64Array {
  const densities = new Float64Array(at.x_m.length);
  const { west, south, east, north } = cellsWithAmounts({ x_m, y_m, amount }, cell_m);
  if (west > east) return densities;
  const columns = east - west + 1 + 2 * reach_cells;
  const rows = north - south + 1;
  const sums = new Float32Array(rows * columns);
  for (let i = 0; i < amount.length; i++) {
    if (!counts(x_m[i], y_m[i], amount[i])) continue;
    const column = Math.floor(x_m[i] / cell_m) - west + reach_cells;
    sums[(Math.floor(y_m[i] / cell_m) - south) * columns + column] += amount[i];
  }
  const kernel = gaussian(deviation_m / cell_m, reach_cells);
  const across = new Float32Array(sums.length);
  for (let cell = 0; cell < sums.length; cell++) {
    const sum = sums[cell];
    if (sum === 0) continue;
    for (let step = -reach_cells; step <= reach_cells; step++) {
      across[cell + step] += sum * kernel[step + reach_cells];
    }
  }
  for (let i = 0; i < densities.length; i++) {
    const column = Math.floor(at.x_m[i] / cell_m) - west + reach_cells;
    if (column < 0 || column >= columns) continue;
    const row = Math.floor(at.y_m[i] / cell_m) - south;
    const first = Math.max(0, row - reach_cells);
    const last = Math.min(rows - 1, row + reach_cells);
    let density = 0;
    for (let other = first; other <= last; other++) {
      density += across[other * columns + column] * kernel[other - row + reach_cells];
    }
    densities[i] = density / cell_m ** 2;
  }
  return densities;
}

const counts = (x_m: number, y_m: number, amount: number): boolean =>
  amount > 0 && Math.max(Math.abs(x_m), Math.abs(y_m)) <= PLANE_REACH_M;

/** Its west exceeds its east if empty. */
function cellsWithAmounts({ x_m, y_m, amount }: Amounts, cell_m: number): BoundingBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < amount.length; i++) {
    if (!counts(x_m[i], y_m[i], amount[i])) continue;
    const [column, row] = [Math.floor(x_m[i] / cell_m), Math.floor(y_m[i] / cell_m)];
    west = Math.min(west, column);
    east = Math.max(east, column);
    south = Math.min(south, row);
    north = Math.max(north, row);
  }
  return { west, south, east, north };
}

/** Returns a kernel whose sum is 1. */
function gaussian(deviation_cells: number, reach_cells: number): Float64Array {
  const kernel = Float64Array.from({ length: 2 * reach_cells + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach_cells) / deviation_cells) ** 2),
  );
  const sum = kernel.reduce((total, weight) => total + weight);
  return kernel.map((weight) => weight / sum);
}
