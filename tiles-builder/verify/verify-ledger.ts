/** Proves by the ledger beside a dataset what each census unit gave to which cell. */
import type { Cell } from '../../src/geo/cells.ts';
import { areaOf } from '../areas/areas.ts';
import { tilesIn } from '../dataset/count-tiles.ts';
import type { PeopleInCells } from '../tiles/cut-count-tiles.ts';
import { checkLedger, peopleInTiles } from './check-ledger.ts';
import { type DatasetReadBack, readerOf } from './dataset-read-back.ts';

/**
 * @returns what was found right, as a sentence
 * @throws Error with what was found wrong
 */
export async function verifyLedger(dataset: DatasetReadBack): Promise<string> {
  const { folder, manifest, progress } = dataset;
  const layer = manifest.living;
  if (!layer) throw new Error('the dataset has no living counts');
  const overviews = [...(await readerOf(dataset).readOverviews('living', layer.overviews)).values()];
  const byArea = Map.groupBy(tilesIn(overviews), areaOf);
  const peopleIn = async (area: Cell): Promise<PeopleInCells> =>
    peopleInTiles((await readerOf(dataset).readCountTiles('living', byArea.get(area) ?? [])).values());
  const step = (done: number, total: number): void => progress('Verify the ledger', done, total);
  const found = await checkLedger(folder, manifest, byArea.keys(), peopleIn, step);
  return `ledger: the tiles are its sums in ${found.areas} areas, cell by cell, and each of ${found.units} census units gave exactly its people`;
}
