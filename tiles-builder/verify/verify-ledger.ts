/** Verifies living counts by the ledger: its units against a recount of the census file, its sums against the tiles. */
import { basename } from 'node:path';
import { type CountTile, MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { tilesIn } from '../dataset/count-tiles.ts';
import {
  ledgerFolderOf,
  noneUncounted,
  readLedger,
  readLedgerSources,
  readLedgerUnits,
  UNCOUNTED_REASONS,
} from '../dataset/ledger.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { partitionOf } from '../partitions/partitions.ts';
import { balanceOf, differencesOf } from '../recount/describe-balance.ts';
import { recountCensus } from '../recount/recount-census.ts';
import { checkLedger } from './check-ledger.ts';
import { type DatasetReadBack, readerOf } from './dataset-read-back.ts';

export async function verifyBalance({ folder, progress }: DatasetReadBack): Promise<Balance[]> {
  const ledgerFolder = ledgerFolderOf(folder);
  const { units } = readLedger(ledgerFolder);
  const censuses = readLedgerSources(ledgerFolder);
  if (censuses.length !== units.length)
    throw new Error(`it has ${units.length} censuses, not ${censuses.length}`);
  const found: Balance[] = [];
  for (const [i, census] of censuses.entries()) {
    progress('Compare the census with its file');
    const recount = await recountCensus(census, () => readLedgerUnits(units[i]), temporaryFolder());
    const balance = `${basename(census.file)}: ${balanceOf(recount, await sumsOf(units[i]), censuses.length > 1)}`;
    const differences = differencesOf(recount);
    found.push(
      differences === null
        ? { isRight: true, message: `${balance}; each unit has the people of the file` }
        : { isRight: false, message: `${balance}; but ${differences}` },
    );
  }
  return found;
}

export interface Balance {
  readonly isRight: boolean;
  readonly message: string;
}

async function sumsOf(file: string): Promise<Parameters<typeof balanceOf>[1]> {
  const uncounted = noneUncounted();
  let inside = 0;
  for await (const { inside_millipersons, uncounted_millipersons } of readLedgerUnits(file)) {
    inside += inside_millipersons;
    for (const reason of UNCOUNTED_REASONS)
      uncounted[reason] += uncounted_millipersons[reason] / MILLIPERSONS;
  }
  return { counted_people: inside / MILLIPERSONS, uncounted_people: uncounted };
}

export async function verifyLedger(dataset: DatasetReadBack): Promise<string> {
  const { folder, manifest, progress } = dataset;
  const layer = manifest.living;
  if (!layer) throw new Error('the dataset has no living counts');
  const overviews = [...(await readerOf(dataset).readOverviews('living', layer.overviews)).values()];
  const byPartition = Map.groupBy(tilesIn(overviews), partitionOf);
  const tilesOf = async (partition: Cell): Promise<CountTile[]> => [
    ...(await readerOf(dataset).readCountTiles('living', byPartition.get(partition) ?? [])).values(),
  ];
  const step = (done: number, total: number): void => progress('Verify the ledger', done, total);
  const found = await checkLedger(folder, manifest, byPartition.keys(), tilesOf, step);
  return `ledger: the tiles are its sums in ${found.partitions} partitions, cell by cell, with the unit of each, and each of ${found.units} census units gave exactly its people`;
}
