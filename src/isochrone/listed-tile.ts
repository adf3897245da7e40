import { DamagedTile } from '../format/envelope.ts';
import type { Cell } from '../geo/cells.ts';

/** @throws DamagedTile if missing, as its parent lists it */
export function listedTile<Tile>(tiles: ReadonlyMap<Cell, Tile>, cell: Cell): Tile {
  const tile = tiles.get(cell);
  if (!tile) throw new DamagedTile('roads', `${cell} is listed but missing`);
  return tile;
}
