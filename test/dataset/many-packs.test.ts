/** Checks may read more objects than a request. */
import { cellToCenterChild, cellToChildren, latLngToCell } from 'h3-js';
import { beforeAll, expect, test } from 'vitest';
import { GRID_RESOLUTION, OVERVIEW_RESOLUTION, PACK_RESOLUTION } from '../../src/geo/cells.ts';
import { MAX_READS_PER_REQUEST } from '../../src/limits.ts';
import { verifyDataset } from '../../tiles-builder/verify/verify-dataset.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { writeFolder } from '../support/datasets/memory-to-folder.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const folder = temporaryFolder();
const quiet = (): void => {};
const packs = [46, 52, 58, 64]
  .flatMap((lat) => [-80, -40, 0, 40, 80, 120].map((lon) => latLngToCell(lat, lon, OVERVIEW_RESOLUTION)))
  .flatMap((overview) => cellToChildren(overview, PACK_RESOLUTION))
  .slice(0, MAX_READS_PER_REQUEST + 50);

beforeAll(() => {
  const people = new Map(packs.map((pack) => [cellToCenterChild(pack, GRID_RESOLUTION), 3]));
  const { manifest, source } = countDataset({ living: tilesOf(people) });
  writeFolder(folder, { manifest, objects: source.objects });
});

test('is verified', async () => {
  expect(packs.length).toBeGreaterThan(MAX_READS_PER_REQUEST);
  const { checks, faults } = await verifyDataset(folder, quiet, 0);
  expect(faults).toEqual([]);
  expect(checks.join('\n')).toContain(`living: ${packs.length} tiles add up to ${3 * packs.length} people`);
});
