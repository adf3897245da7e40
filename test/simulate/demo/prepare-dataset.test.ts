import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildDataset } from '../../../tiles-builder/pipeline/build-dataset.ts';
import { demoFingerprint, prepareDataset } from '../../../tiles-builder/simulate/demo/prepare-dataset.ts';
import { readConfig } from '../../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { writeTwoStreets } from '../../support/towns/two-streets.ts';

const folder = temporaryFolder();

class Began extends Error {}
async function isMadeAgain(demoFolder: string): Promise<boolean> {
  const progress = (): void => {
    throw new Began();
  };
  try {
    await prepareDataset(demoFolder, progress);
    return false;
  } catch (error) {
    if (error instanceof Began) return true;
    throw error;
  }
}

test('changed code rebuilds the demo, and nothing of the old one is left', async () => {
  const demoFolder = join(folder, 'demo');
  const dataset = join(demoFolder, 'dataset');
  const madeBy = join(demoFolder, 'made-by');
  const census = { file: 'census.geojson', population: 'people' };
  const config = readConfig(writeTwoStreets(join(folder, 'streets'), { census }));
  await buildDataset(config, dataset, { progress: () => {} });
  mkdirSync(join(demoFolder, 'sources'));

  writeFileSync(madeBy, demoFingerprint());
  expect(await isMadeAgain(demoFolder)).toBe(false);

  writeFileSync(madeBy, 'other code');
  expect(await isMadeAgain(demoFolder)).toBe(true);
  expect(existsSync(dataset)).toBe(false);
  expect(await isMadeAgain(demoFolder)).toBe(true);
});
