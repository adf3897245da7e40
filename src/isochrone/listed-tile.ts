import { DamagedTile } from '../format/envelope.ts';
import type { Cell } from '../geo/cells.ts';

/**
 * One of the tiles that were read.
 * @throws DamagedTile where it is not there: whoever asks for it has read of it in its parent
 */
export function listedTile<Tile>(tiles: ReadonlyMap<Cell, Tile>, cell: Cell): Tile {
  const tile = tiles.get(cell);
  if (!tile) throw new DamagedTile('roads', `${cell} is listed but missing`);
  return tile;
}
