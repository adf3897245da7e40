import { expect, test } from 'vitest';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { lattice } from '../support/roads/lattice.ts';
import { cutGraph } from '../support/roads/real-roads.ts';
import { compareReads, MAX_BYTES_RATIO, type OpenCountry } from './reads-in-nations.ts';

const COLUMNS = 30;

async function country(rows: number): Promise<OpenCountry> {
  const { reader } = await cutGraph(lattice({ west: 0, south: 0, columns: COLUMNS, rows }), 'motorized');
  return () => reader(new LoadedObjects(MAX_LOADED_BYTES));
}

/** Fails with 1.49 times the bytes if root pages hold the whole country. */
test('an isochrone reads no more in a country of three times the size', async () => {
  const wanted = { travel: 'motorized', time_s: 900, origins: 20, seed: 1 } as const;
  const figures = await compareReads(await country(40), await country(120), wanted, () => {});
  expect(figures.most_reads_more).toBeLessThanOrEqual(0);
  expect(figures.most_bytes_ratio).toBeLessThanOrEqual(MAX_BYTES_RATIO);
}, 120_000);
