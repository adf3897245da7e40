import { isPack, nameTile, type TileSetName } from './envelope.ts';
import { namePack } from './pack.ts';

/** Writes the tile set's name into an object in place: into its header, and those of all tiles in a pack. */
export function nameObject(object: Uint8Array, setName: TileSetName): void {
  if (isPack(object)) namePack(object, setName);
  else nameTile(object, setName);
}
