import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FORMAT_VERSION } from '../../src/format/envelope.ts';
import { manifestIn } from '../../tiles-builder/dataset/dataset-folder.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const folder = temporaryFolder();

test('a dataset of an earlier format is refused, with the reason', () => {
  const content = { pedestrian: 'a', motorized: 'a', basemap: 'a' };
  writeTinyDataset(folder, { region: 'town', content });
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, format: FORMAT_VERSION - 1 }));
  expect(() => manifestIn(folder)).toThrow(
    `${file}, format: is ${FORMAT_VERSION - 1}, and this code reads ${FORMAT_VERSION}`,
  );
});
