/** The packs of a basemap, one after the other from what is known of each, and the names by which its places are found. */
import { MAP_PACK_ZOOMS } from '../../../src/format/map-pack.ts';
import { writeNames } from '../../../src/format/name-index.ts';
import { mapPackName } from '../../../src/format/object-keys.ts';
import { tilesTouching } from '../../../src/geo/map-tiles.ts';
import { boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import type { AreaSpill } from '../../areas/area-spill.ts';
import type { AddObject, Progress } from '../../records.ts';
import { cutMapPack } from './cut-map-pack.ts';
import { NameGatherer } from './gather-names.ts';
import { SortedEntries } from './sorted-entries.ts';

/**
 * Holds the features of one pack in memory at a time, and the settlements of the whole.
 * @param spill the features of each pack, by its name
 * @param coverage where the features are complete; no pack is made outside its bounding box
 * @param add takes the objects
 * @param scratch a folder that is made, and removed again
 */
export function cutBasemap(
  spill: AreaSpill,
  coverage: Zone,
  add: AddObject,
  progress: Progress,
  scratch: string,
): void {
  const known = new Set(spill.areas());
  const box = boundingBoxOf(coverage.flat());
  const entries = new SortedEntries(scratch);
  const names = new NameGatherer(entries);
  let done = 0;
  for (const zoom of MAP_PACK_ZOOMS) {
    const { firstX, lastX, firstY, lastY } = tilesTouching(box, zoom);
    for (let x = firstX; x <= lastX; x++) {
      for (let y = firstY; y <= lastY; y++) {
        const name = mapPackName({ zoom, x, y });
        if (!known.has(name)) continue;
        progress('Draw the basemap', done++, known.size);
        const records = spill.read(name);
        names.takePack({ zoom, x, y }, records);
        const pack = cutMapPack({ zoom, x, y }, box, records);
        if (pack) add(name, pack);
      }
    }
  }
  progress('Sort the names');
  writeNames(entries.sorted(), add);
}
