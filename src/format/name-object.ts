import { isPack, nameTile, type TileSetName } from './envelope.ts';
import { namePack } from './pack.ts';

/** Writes the tile set name into an object in place: its header, and those of all tiles in a pack. */
export function nameObject(object: Uint8Array, setName: TileSetName): void {
  if (isPack(object)) namePack(object, setName);
  else nameTile(object, setName);
}
