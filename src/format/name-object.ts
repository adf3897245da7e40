import { isPack, nameTile, type TileSetName } from './envelope.ts';
import { namePack } from './pack.ts';
import type { TileSet } from './tile-sets.ts';

/**
 * Writes the name of its tile set into an object, in place: into the header of a tile, or of a pack and all tiles in
 * it. Tiles of the basemap have no header and stay as they are.
 */
export function nameObject(tileSet: TileSet, object: Uint8Array, setName: TileSetName): void {
  if (tileSet === 'basemap') return;
  if (isPack(object)) namePack(object, setName);
  else nameTile(object, setName);
}
