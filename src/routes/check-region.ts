/**
 * Health check of a region: reads its manifest, counts one cell by layer, descends road tiles by travel mode, reads a tile and
 * the root of names of the basemap.
 */
import { countPeople } from '../count/count-people.ts';
import { DamagedTile } from '../format/envelope.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import type { Basemap } from '../format/manifest.ts';
import { packsInRuns } from '../format/map-pack.ts';
import { LAYERS, type Layer, TRAVELS, type Travel } from '../format/tile-sets.ts';
import { boxInCell } from '../geo/box-in-cell.ts';
import {
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  GRID_RESOLUTION,
  OVERVIEW_RESOLUTION,
  ROAD_TILE_LEVELS,
} from '../geo/cells.ts';
import { MAX_BYTES_PER_REQUEST } from '../limits.ts';
import { readManifest } from '../storage/cached-current.ts';
import { DatasetReader } from '../storage/dataset-reader.ts';
import { LoadedObjects } from '../storage/loaded-objects.ts';
import { readNamesRoot } from '../storage/look-up-names.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { readMapTile } from '../storage/read-map-tile.ts';

/** Sixteen reads past caches. */
export async function checkRegion(region: LiveRegion, source: ObjectStore): Promise<void> {
  const nothing = new LoadedObjects(MAX_BYTES_PER_REQUEST);
  const manifest = await readManifest(region, source, nothing);
  const dataset = new DatasetReader(manifest, source, nothing);
  const counted = LAYERS.map((layer) => countOneCell(layer, dataset));
  const walked = TRAVELS.map((travel) => walkToLeaf(travel, dataset));
  const { basemap } = manifest;
  const drawn = basemap ? [readBasemap(basemap, source, nothing)] : [];
  await Promise.all([...counted, ...walked, ...drawn]);
}

async function countOneCell(layer: Layer, dataset: DatasetReader): Promise<void> {
  const [overviewCell] = dataset.manifest[layer]?.overviews ?? [];
  if (!overviewCell) return;
  const overview = (await dataset.readOverviews(layer, [overviewCell])).get(overviewCell)!;
  const tileCell = cellFromKey(overviewCell, OVERVIEW_RESOLUTION, overview.keys[0], COUNT_TILE_RESOLUTION);
  const tile = (await dataset.readCountTiles(layer, [tileCell])).get(tileCell)!;
  const cell = cellFromKey(tileCell, COUNT_TILE_RESOLUTION, tile.keys[0], GRID_RESOLUTION);
  const { people } = await countPeople(layer, [boxInCell(cell)], dataset, { hasUnits: false });
  if (people <= 0) throw new DamagedTile(`${layer} count`, `${tileCell} counts nobody in ${cell}`);
}

async function walkToLeaf(travel: Travel, dataset: DatasetReader): Promise<void> {
  const [province] = dataset.provinces(travel);
  if (!province) return;
  let { cell } = province;
  for (const _ of ROAD_TILE_LEVELS.slice(1)) {
    const { separators } = await dataset.readRoadTiles(travel, { separators: [cell], leaves: [] });
    const child = separators.get(cell)?.childCells[0];
    if (!child) throw new DamagedTile(`${travel} separators`, `${cell} is missing, or has no child`);
    cell = child;
  }
  const { leaves } = await dataset.readRoadTiles(travel, { separators: [], leaves: [cell] });
  if (!leaves.has(cell)) throw new DamagedTile(`${travel} pack`, `lacks ${cell}, which is listed`);
}

async function readBasemap(
  { name, packs }: Basemap,
  source: ObjectStore,
  loaded: LoadedObjects,
): Promise<void> {
  const [pack] = packsInRuns(packs);
  if (pack) await readMapTile(name, pack, source, loaded);
  await readNamesRoot(name, source, loaded);
}
