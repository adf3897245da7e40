import { expect, test } from 'vitest';
import type { PackRun } from '../../src/format/map-pack.ts';
import { readTileSets } from '../../tiles-builder/dataset/dataset-folder.ts';
import { checkMapPacks } from '../../tiles-builder/verify/check-map-packs.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const folder = temporaryFolder();

test('a manifest that lists another pack, or one less, is found', () => {
  const content = { pedestrian: 'a', motorized: 'a', basemap: 'a' };
  const manifest = writeTinyDataset(folder, { region: 'town', content });
  const basemap = readTileSets(folder, manifest).find(({ tileSet }) => tileSet === 'basemap')!;
  expect(checkMapPacks(basemap, manifest.basemap!)).toBe(2);
  for (const packs of [[[8, 1, 0, 2]], [[8, 1, 0, 0]], [], [[8, 2, 0, 1]]] as PackRun[][])
    expect(() => checkMapPacks(basemap, { packs })).toThrow('lists other packs than there are');
});
