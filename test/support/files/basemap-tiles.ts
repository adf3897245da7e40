/** Reads basemap tiles from packs. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VectorTileFeature } from '@mapbox/vector-tile';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { UNNAMED } from '../../../src/format/envelope.ts';
import { mapCellOf, mapPackOf, openMapTile } from '../../../src/format/map-pack.ts';
import { mapPackName } from '../../../src/format/object-keys.ts';
import { readPack } from '../../../src/format/pack.ts';
import type { MapTile } from '../../../src/geo/map-tiles.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import { JobThreads } from '../../../tiles-builder/base/threads/job-threads.ts';
import { cutBasemap } from '../../../tiles-builder/tiles/basemap/cut-basemap.ts';
import { MapFeatures } from '../../../tiles-builder/tiles/basemap/gather-map-features.ts';

export const gatherMapFeatures = (): MapFeatures =>
  new MapFeatures(mkdtempSync(join(tmpdir(), 'map-features-')));

export async function packsOf(features: MapFeatures, coverage: Zone): Promise<Map<string, Uint8Array>> {
  const packs = new Map<string, Uint8Array>();
  features.finish(coverage);
  await cutBasemap(features.folder, coverage, {
    add: (name, pack) => packs.set(name, pack),
    progress: () => {},
    scratch: mkdtempSync(join(tmpdir(), 'names-')),
    threads: new JobThreads(1),
  });
  features.spill.remove();
  return packs;
}

export function shownIn(
  packs: ReadonlyMap<string, Uint8Array>,
  tile: MapTile,
  layer: string,
): VectorTileFeature[] {
  const pack = mapPackOf(tile);
  const bytes = packs.get(mapPackName(pack));
  const sealed = bytes && readPack('basemap', mapCellOf(pack), UNNAMED, bytes).get(mapCellOf(tile));
  if (!sealed) return [];
  const read = new VectorTile(new PbfReader(openMapTile(tile, UNNAMED, sealed)));
  const found = read.layers[layer];
  return found ? Array.from({ length: found.length }, (_, i) => found.feature(i)) : [];
}
