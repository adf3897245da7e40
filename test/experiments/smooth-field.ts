import type { Random } from '../../tiles-builder/base/numbers/random.ts';

/** Value noise from 0 to 1: random values on a lattice, interpolated. */
export function smoothField(random: Random, spacing_m: number): (x: number, y: number) => number {
  const SIDE = 64;
  const corners = Float64Array.from({ length: SIDE * SIDE }, () => random.unit());
  const corner = (column: number, row: number): number =>
    corners[(((row % SIDE) + SIDE) % SIDE) * SIDE + (((column % SIDE) + SIDE) % SIDE)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) => {
    const column = Math.floor(x / spacing_m);
    const row = Math.floor(y / spacing_m);
    const across = ease(x / spacing_m - column);
    const up = ease(y / spacing_m - row);
    const south = corner(column, row) * (1 - across) + corner(column + 1, row) * across;
    const north = corner(column, row + 1) * (1 - across) + corner(column + 1, row + 1) * across;
    return south * (1 - up) + north * up;
  };
}
