/**
 * H3 indexes as digits. An index holds the base cell and then one base-8 digit a resolution; the digits between two
 * resolutions name a descendant below a known ancestor and fit a 32-bit number.
 * Source: https://h3geo.org/docs/core-library/h3Indexing
 */

/** An H3 cell as h3-js writes it: 15 hexadecimal digits. */
export type Cell = string;

/** The standard grid: people are counted per cell of this resolution. */
export const GRID_RESOLUTION = 12;
/** One count tile covers one cell of this resolution. */
export const COUNT_TILE_RESOLUTION = 6;
/** One road tile covers one cell of this resolution. */
export const ROAD_TILE_RESOLUTION = 7;
/** Road tiles nest: cells of these resolutions, each below the one before, all under one root. */
export const ROAD_TILE_LEVELS: readonly number[] = [3, 5, ROAD_TILE_RESOLUTION];
/** Stands for the whole globe where a cell is asked for: the root of the road tiles. */
export const ROOT_TILE: Cell = '000000000';
/** Count tiles whose cells share a parent of this resolution share an object. */
export const PACK_RESOLUTION = 4;
/**
 * Road tiles whose cells share a parent of this resolution share an object with that parent's separator tile: who enters
 * the one mostly needs the others. Separator tiles above are objects of their own.
 */
export const ROAD_PACK_RESOLUTION = 5;
/** One overview tile lists the tiles below one cell of this resolution. */
export const OVERVIEW_RESOLUTION = 2;

/** The finest that H3 has: an index has a digit for each resolution up to it. */
export const FINEST_RESOLUTION = 15;
/** Where the hexadecimal digits begin that hold the digits of an index, of which the first three bits belong to the base cell. */
const FIRST_WITH_DIGITS = 3;
const HEX_DIGITS = 15;

const powerOf8 = (exponent: number): number => 2 ** (3 * exponent);

/** All digits of an index, below three bits of its base cell. */
const digitsOf = (cell: Cell): number => Number.parseInt(cell.slice(FIRST_WITH_DIGITS), 16);

/**
 * The digits of `cell` from `ancestorResolution` + 1 to `resolution`, as one number: cells below one ancestor are
 * ordered by it as H3 orders them. `cell` must be of `resolution` or finer; at most 10 digits.
 */
export function keyBelow(cell: Cell, ancestorResolution: number, resolution: number): number {
  const upTo = Math.floor(digitsOf(cell) / powerOf8(FINEST_RESOLUTION - resolution));
  return upTo % powerOf8(resolution - ancestorResolution);
}

/** The inverse of {@link keyBelow}: the cell of `resolution` below `ancestor` with these digits. */
export function cellFromKey(
  ancestor: Cell,
  ancestorResolution: number,
  key: number,
  resolution: number,
): Cell {
  const unused = powerOf8(FINEST_RESOLUTION - resolution);
  const own = powerOf8(FINEST_RESOLUTION - ancestorResolution);
  const withKey = Math.floor(digitsOf(ancestor) / own) * own + key * unused + (unused - 1);
  const digits = withKey.toString(16).padStart(HEX_DIGITS - FIRST_WITH_DIGITS, '0');
  return `8${resolution.toString(16)}${ancestor.slice(2, FIRST_WITH_DIGITS)}${digits}`;
}

/** The resolution of a cell, 0 for ROOT_TILE. */
export const resolutionOf = (cell: Cell): number => Number.parseInt(cell[1], 16);

/** The ancestor of a cell at a resolution no finer than its own: h3-js's `cellToParent`, without its detour over two numbers. */
export function parentOf(cell: Cell, resolution: number): Cell {
  const unusedBits = 3 * (FINEST_RESOLUTION - resolution);
  const allOnes = unusedBits >> 2;
  const ones = (1 << (unusedBits & 3)) - 1;
  const mixed = HEX_DIGITS - 1 - allOnes;
  const digit = Number.parseInt(cell[mixed], 16) | ones;
  return `8${resolution.toString(16)}${cell.slice(2, mixed)}${digit.toString(16)}${'f'.repeat(allOnes)}`;
}

/** The distinct ancestors of some cells at `resolution`, in order of first appearance. */
export function parentsOf(cells: Iterable<Cell>, resolution: number): Cell[] {
  const parents = new Set<Cell>();
  for (const cell of cells) parents.add(parentOf(cell, resolution));
  return [...parents];
}
