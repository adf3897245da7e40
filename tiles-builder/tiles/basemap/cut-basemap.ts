/** Draws the packs of a basemap in threads, level by level, and indexes the names of places, streets and rivers for search. */
import type { Basemap } from '../../../src/format/manifest.ts';
import { MAP_PACK_ZOOMS, runsOfPacks } from '../../../src/format/map-pack.ts';
import { writeNames } from '../../../src/format/name-index.ts';
import { mapPackName } from '../../../src/format/object-keys.ts';
import { type MapTile, tilesTouching } from '../../../src/geo/map-tiles.ts';
import { type BoundingBox, boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import type { AddObject, Progress } from '../../base/records.ts';
import { inOrder } from '../../base/threads/in-order.ts';
import type { JobThreads } from '../../base/threads/job-threads.ts';
import { PartitionSpill } from '../../partitions/partition-spill.ts';
import { drawPackJob } from './draw-pack.ts';
import { recordsIn } from './feature-record.ts';
import { NameGatherer } from './gather-names.ts';
import { SortedEntries } from './sorted-entries.ts';

const MIN_PACKS_FOR_THREADS = 16;

function* packsIn(box: BoundingBox): Generator<{ readonly name: string; readonly pack: MapTile }> {
  for (const zoom of MAP_PACK_ZOOMS) {
    const { firstX, lastX, firstY, lastY } = tilesTouching(box, zoom);
    for (let x = firstX; x <= lastX; x++) {
      for (let y = firstY; y <= lastY; y++) {
        const pack = { zoom, x, y };
        yield { name: mapPackName(pack), pack };
      }
    }
  }
}

export interface BasemapOutput {
  readonly add: AddObject;
  readonly progress: Progress;
  readonly scratch: string;
  readonly threads: JobThreads;
}

/**
 * Each thread has one pack in memory, this one all settlements.
 * @param coverage no pack is made outside its bounding box
 */
export async function cutBasemap(
  features: string,
  coverage: Zone,
  { add, progress, scratch, threads }: BasemapOutput,
): Promise<Pick<Basemap, 'names' | 'packs'>> {
  const known = new Set(PartitionSpill.finished(features).partitions());
  const box = boundingBoxOf(coverage.flat());
  const entries = new SortedEntries(scratch);
  const names = new NameGatherer(entries);
  const wanted = [...packsIn(box)].filter(({ name }) => known.has(name));
  const drawing = threads.where(wanted.length >= MIN_PACKS_FOR_THREADS);
  const drawn = inOrder(wanted, drawing.atOnce, async ({ name, pack }) => {
    const own = await drawing.run(drawPackJob, { name, pack, box, features });
    return { name, pack, ...own };
  });
  const packs: MapTile[] = [];
  let done = 0;
  for await (const { name, pack, object, named } of drawn) {
    progress('Draw the basemap', done++, wanted.length);
    names.takePack(pack, recordsIn(Buffer.from(named.buffer, named.byteOffset, named.byteLength)));
    if (!object) continue;
    add(name, object);
    packs.push(pack);
  }
  await drawing.close();
  progress('Sort the names');
  return { packs: runsOfPacks(packs), names: writeNames(entries.sorted(), add) };
}
