import { DamagedTile } from '../format/envelope.ts';
import type { Cell } from '../geo/cells.ts';

/**
 * Looks up a tile that its parent lists.
 * @throws DamagedTile if missing
 */
export function listedTile<Tile>(tiles: ReadonlyMap<Cell, Tile>, cell: Cell): Tile {
  const tile = tiles.get(cell);
  if (!tile) throw new DamagedTile('roads', `${cell} is listed but missing`);
  return tile;
}
