/** Reads all count tiles of a layer, and compares their totals with overviews and manifest. */
import { type CountTile, MILLIPERSONS } from '../../src/format/count-tile.ts';
import { overviewName, packName } from '../../src/format/object-keys.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import { tilesByPack } from '../dataset/count-tiles.ts';
import { checkCountTiles } from './check-count-tiles.ts';
import { type DatasetReadBack, expectEqual, readerOf } from './dataset-read-back.ts';

/** @param names takes names of required objects */
export async function verifyCounts(
  dataset: DatasetReadBack,
  name: Layer,
  names: Set<string>,
  take: (tiles: Iterable<CountTile>) => void,
): Promise<string> {
  const layer = dataset.manifest[name];
  if (!layer) return `${name}: no such data, and none expected`;
  const overviews = [...(await readerOf(dataset).readOverviews(name, layer.overviews)).values()];
  const packs = tilesByPack(overviews);
  for (const { cell } of overviews) names.add(overviewName(cell));
  for (const pack of packs.keys()) names.add(packName(pack));
  let done = 0;
  const found = await checkCountTiles(overviews, [...packs.values()], async (cells) => {
    done += cells.length;
    dataset.progress(`Verify ${name}`, done, layer.tiles);
    const tiles = await readerOf(dataset).readCountTiles(name, cells);
    take(tiles.values());
    return tiles;
  });
  expectEqual('tiles', found.tiles, layer.tiles);
  expectEqual('occupied cells', found.cells, layer.cells);
  expectEqual('thousandths of a person', found.millipersons, layer.total_millipersons);
  const sum = `${name}: ${found.tiles} tiles add up to ${found.millipersons / MILLIPERSONS} people`;
  const { census } = dataset.manifest;
  if (name !== 'living' || !census) return `${sum}, as the manifest says`;
  expectEqual('thousandths of an inhabitant', found.millipersons, census.inside_millipersons);
  return `${sum}, exactly the census's inside the coverage (it lists ${Math.round(census.listed_people)} in all)`;
}
