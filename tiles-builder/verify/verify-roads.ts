/** Reads all road tiles of a travel mode, checks their graph, and compares totals with the manifest. */
import { masksName, packName, rootName, separatorsName } from '../../src/format/object-keys.ts';
import { masksPackOf, SAMPLE_GRIDS } from '../../src/format/road-model.ts';
import type { Travel } from '../../src/format/tile-sets.ts';
import { ROAD_PACK_RESOLUTION, resolutionOf } from '../../src/geo/cells.ts';
import type { RoadCells, RoadTilesRead } from '../../src/storage/dataset-reader.ts';
import { checkRoadTiles } from './check-road-tiles.ts';
import { type DatasetReadBack, expectEqual, readerOf } from './dataset-read-back.ts';

export async function verifyRoads(
  dataset: DatasetReadBack,
  travel: Travel,
  names: Set<string>,
): Promise<string> {
  const layer = dataset.manifest.roads[travel];
  if (layer.provinces.length === 0) return `${travel}: no roads, and none expected`;
  const grids = SAMPLE_GRIDS[travel].map(({ pixels }) => pixels);
  let done = 0;
  const provinces = layer.provinces.map(({ cell }) => cell);
  const read = (cells: RoadCells): Promise<RoadTilesRead> => {
    done += cells.leaves.length;
    dataset.progress(`Verify ${travel}`, done, layer.tiles);
    return readerOf(dataset).readRoadTiles(travel, cells);
  };
  const found = await checkRoadTiles(provinces, read, grids);
  for (const cell of found.separators) {
    const isPacked = resolutionOf(cell) === ROAD_PACK_RESOLUTION;
    names.add(isPacked ? packName(cell) : separatorsName(cell));
  }
  for (const cell of found.pages) names.add(rootName(cell));
  for (const cell of found.masks) {
    for (const pixels of grids) names.add(masksName(pixels, masksPackOf(travel, pixels, cell)));
  }
  expectEqual('nodes', found.nodes, layer.nodes);
  expectEqual('edges', found.edges, layer.edges);
  expectEqual('tiles', found.leaves.length, layer.tiles);
  expectEqual('separator tiles', found.separators.length + found.pages.length, layer.separator_tiles);
  return `${travel}: ${layer.tiles} tiles, ${layer.nodes} nodes, every arc leads upwards, every edge to its ends`;
}
