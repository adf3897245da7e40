import type { Basemap } from '../../src/format/manifest.ts';
import { runsOfPacks } from '../../src/format/map-pack.ts';
import type { TileSetFolder } from '../dataset/dataset-folder.ts';

const PACK_NAME = /^tiles-(\d+)-(\d+)-(\d+)$/;

/**
 * Checks that a basemap has exactly the packs that its manifest lists, and returns their number.
 * @throws Error for missing or further packs
 */
export function checkMapPacks(
  { objects }: Pick<TileSetFolder, 'objects'>,
  { packs }: Pick<Basemap, 'packs'>,
): number {
  const found = objects.flatMap(({ name }) => {
    const [zoom, x, y] = (PACK_NAME.exec(name) ?? []).slice(1).map(Number);
    return zoom === undefined ? [] : [{ zoom, x, y }];
  });
  if (JSON.stringify(runsOfPacks(found)) !== JSON.stringify(packs))
    throw new Error('the manifest lists other packs than there are');
  return found.length;
}
