import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceExamination } from '../../tiles-builder/living/examine/examine-sources.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { residentsIn } from '../support/datasets/residents-of.ts';
import { writeCornerTown } from '../support/towns/corner-town.ts';

const folder = mkdtempSync(join(tmpdir(), 'threads-'));
afterAll(() => rmSync(folder, { recursive: true }), 60_000);
const at = (name: string): string => join(folder, name);
const progress = (): void => {};

function bytesOf(name: string): Map<string, Buffer> {
  return new Map([...bytesOfFiles(at(name)), ['weights', readFileSync(at(`${name}.weights.json`))]]);
}

let config: ReturnType<typeof readConfig>;
let examination: SourceExamination;
beforeAll(async () => {
  config = readConfig(writeCornerTown(folder));
  ({ examination } = await buildDataset(config, at('1'), { progress, threads: 1 }));
  expect(examination.census[0].weights?.units).toBeGreaterThan(30);
});

test('the town lies in three partitions, each with people', async () => {
  const residents = await residentsIn(at('1'));
  expect(new Set([...residents.keys()].map(partitionOf)).size).toBe(3);
});

test.each([3])('%i threads build the same', async (threads) => {
  const built = await buildDataset(config, at(`${threads}`), { progress, threads });
  expect(built.examination).toEqual(examination);
  expect(readFileSync(at(`${threads}.weights.json`), 'utf8')).toBe(
    readFileSync(at('1.weights.json'), 'utf8'),
  );
  expect(bytesOf(`${threads}`)).toEqual(bytesOf('1'));
});
