/** Whether a region answers: its manifest, a count for real in each layer, and a walk down the roads of each travel mode. */
import { cellToLatLng } from 'h3-js';
import { countPeople } from '../count/count-people.ts';
import { DamagedTile } from '../format/envelope.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import { LAYERS, type Layer, TRAVELS, type Travel } from '../format/tile-sets.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  GRID_RESOLUTION,
  OVERVIEW_RESOLUTION,
  ROAD_TILE_LEVELS,
  ROOT_TILE,
} from '../geo/cells.ts';
import type { Polygon } from '../geo/positions.ts';
import { MAX_BYTES_PER_REQUEST } from '../limits.ts';
import { readManifest } from '../storage/current-dataset.ts';
import { DatasetReader } from '../storage/dataset-reader.ts';
import { LoadedObjects } from '../storage/loaded-objects.ts';
import type { TileSource } from '../storage/tile-source.ts';

/** Half the side of a box around a cell's centre, about a metre: within any cell of the standard grid. */
const HALF_SIDE_DEGREES = 1e-5;

/**
 * Reads everything anew, some thirteen objects: what an isolate still has in memory says nothing of the bucket.
 * @throws StorageUnavailable, DamagedTile where something that callers need is not there
 */
export async function checkRegion(region: LiveRegion, source: TileSource): Promise<void> {
  const nothing = new LoadedObjects(MAX_BYTES_PER_REQUEST);
  const manifest = await readManifest(region, source, nothing);
  const dataset = new DatasetReader(manifest, region.sets, source, nothing);
  const counted = LAYERS.map((layer) => countOneCell(layer, dataset));
  const walked = TRAVELS.map((travel) => walkToLeaf(travel, dataset));
  await Promise.all([...counted, ...walked]);
}

async function countOneCell(layer: Layer, dataset: DatasetReader): Promise<void> {
  const [overviewCell] = dataset.manifest[layer]?.overviews ?? [];
  if (!overviewCell) return;
  const overview = (await dataset.readOverviews(layer, [overviewCell])).get(overviewCell)!;
  const tileCell = cellFromKey(overviewCell, OVERVIEW_RESOLUTION, overview.keys[0], overview.tileResolution);
  const tile = (await dataset.readCountTiles(layer, [tileCell])).get(tileCell)!;
  const cell = cellFromKey(tileCell, COUNT_TILE_RESOLUTION, tile.keys[0], GRID_RESOLUTION);
  const { people } = await countPeople(layer, [boxWithin(cell)], dataset);
  if (people <= 0) throw new DamagedTile(`${layer} count`, `${tileCell} counts nobody in ${cell}`);
}

/** A box within a cell, around its centre. Centres lie on the antimeridian, but on no pole. */
export function boxWithin(cell: Cell): Polygon {
  const [lat, lon] = cellToLatLng(cell);
  const west = Math.max(-180, lon - HALF_SIDE_DEGREES);
  const east = Math.min(180, lon + HALF_SIDE_DEGREES);
  const [south, north] = [lat - HALF_SIDE_DEGREES, lat + HALF_SIDE_DEGREES];
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}

async function walkToLeaf(travel: Travel, dataset: DatasetReader): Promise<void> {
  if (dataset.manifest.roads[travel].tiles === 0) return;
  let cell = ROOT_TILE;
  for (const _ of ROAD_TILE_LEVELS) {
    const { separators } = await dataset.readRoadTiles(travel, { separators: [cell], leaves: [] });
    const child = separators.get(cell)?.childCells[0];
    if (!child) throw new DamagedTile(`${travel} separators`, `${cell} is missing, or has no child`);
    cell = child;
  }
  const { leaves } = await dataset.readRoadTiles(travel, { separators: [], leaves: [cell] });
  if (!leaves.has(cell)) throw new DamagedTile(`${travel} pack`, `lacks ${cell}, which is listed`);
}
