/**
 * Sets the resolutions of the grid and of its tiles, and finds parents and integer keys of H3 indexes by their base-8 digits,
 * without h3-js. See GRID.md.
 */

/** An H3 index of 15 hexadecimal digits. */
export type Cell = string;

/** People are counted by cells of this resolution. */
export const GRID_RESOLUTION = 12;
export const COUNT_TILE_RESOLUTION = 6;
export const ROAD_TILE_RESOLUTION = 7;
/** Nested road tiles have these resolutions below the root. */
export const ROAD_TILE_LEVELS: readonly number[] = [3, 5, ROAD_TILE_RESOLUTION];
/** The root of the road tiles, which stands for the whole globe. */
export const ROOT_TILE: Cell = '000000000';
/** Count tiles with a common parent of this resolution share an object. */
export const PACK_RESOLUTION = 4;
/** Road tiles with a common parent of this resolution share an object with its separator tile. */
export const ROAD_PACK_RESOLUTION = 5;
export const OVERVIEW_RESOLUTION = 2;

export const FINEST_RESOLUTION = 15;
const FIRST_WITH_DIGITS = 3;
const HEX_DIGITS = 15;

const powerOf8 = (exponent: number): number => 2 ** (3 * exponent);

const digitsOf = (cell: Cell): number => Number.parseInt(cell.slice(FIRST_WITH_DIGITS), 16);

/**
 * Reads the digits from `ancestorResolution` + 1 to `resolution`, at most 10, as one number, which sorts as H3 indexes do.
 * @param cell of `resolution` or finer
 */
export function keyBelow(cell: Cell, ancestorResolution: number, resolution: number): number {
  const upTo = Math.floor(digitsOf(cell) / powerOf8(FINEST_RESOLUTION - resolution));
  return upTo % powerOf8(resolution - ancestorResolution);
}

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

/** Number of a count tile from its base cell and digits, below 2^25. */
export type TileNumber = number;
const BITS_BELOW_TILES = 3 * (FINEST_RESOLUTION - COUNT_TILE_RESOLUTION);
const TILES_BELOW_OVERVIEW = powerOf8(COUNT_TILE_RESOLUTION - OVERVIEW_RESOLUTION);

export const numberOfTile = (tile: Cell): TileNumber =>
  Math.floor(Number.parseInt(tile.slice(2), 16) / 2 ** BITS_BELOW_TILES);

/** A tile's key below the overview, added to this, is its number. */
export const firstTileBelow = (overview: Cell): TileNumber => {
  const last = numberOfTile(overview);
  return last - (last % TILES_BELOW_OVERVIEW);
};

/** Reads the resolution of a cell; ROOT_TILE has 0. */
export const resolutionOf = (cell: Cell): number => Number.parseInt(cell[1], 16);

/** Finds a parent as h3-js's `cellToParent`, on text. */
export function parentOf(cell: Cell, resolution: number): Cell {
  const unusedBits = 3 * (FINEST_RESOLUTION - resolution);
  const allOnes = unusedBits >> 2;
  const ones = (1 << (unusedBits & 3)) - 1;
  const mixed = HEX_DIGITS - 1 - allOnes;
  const digit = Number.parseInt(cell[mixed], 16) | ones;
  return `8${resolution.toString(16)}${cell.slice(2, mixed)}${digit.toString(16)}${'f'.repeat(allOnes)}`;
}

/** Finds distinct parents, in order of first appearance. */
export function parentsOf(cells: Iterable<Cell>, resolution: number): Cell[] {
  const parents = new Set<Cell>();
  for (const cell of cells) parents.add(parentOf(cell, resolution));
  return [...parents];
}
