/** The packs of a basemap, one after the other from what is known of each. */
import { MAP_PACK_ZOOMS } from '../../../src/format/map-pack.ts';
import { mapPackName } from '../../../src/format/object-keys.ts';
import { tilesTouching } from '../../../src/geo/map-tiles.ts';
import { boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import type { AreaSpill } from '../../areas/area-spill.ts';
import type { AddObject, Progress } from '../../records.ts';
import { cutMapPack } from './cut-map-pack.ts';

/**
 * Holds the features of one pack in memory at a time.
 * @param spill the features of each pack, by its name
 * @param coverage where the features are complete; no pack is made outside its bounding box
 * @param add takes the packs
 */
export function cutBasemap(spill: AreaSpill, coverage: Zone, add: AddObject, progress: Progress): void {
  const known = new Set(spill.areas());
  const box = boundingBoxOf(coverage.flat());
  let done = 0;
  for (const zoom of MAP_PACK_ZOOMS) {
    const { firstX, lastX, firstY, lastY } = tilesTouching(box, zoom);
    for (let x = firstX; x <= lastX; x++) {
      for (let y = firstY; y <= lastY; y++) {
        const name = mapPackName({ zoom, x, y });
        if (!known.has(name)) continue;
        progress('Draw the basemap', done++, known.size);
        const pack = cutMapPack({ zoom, x, y }, box, spill.read(name));
        if (pack) add(name, pack);
      }
    }
  }
}
