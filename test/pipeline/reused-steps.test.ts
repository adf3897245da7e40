import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupsName } from '../../tiles-builder/daytime/groups-file.ts';
import { type BuildSummary, buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const folder = mkdtempSync(join(tmpdir(), 'reused-steps-'));
const at = (name: string): string => join(folder, name);
const progress = (): void => {};
const STEPS = at('kept');
let config: ReturnType<typeof readConfig>;
let alone: BuildSummary;

beforeAll(async () => {
  config = readConfig((await writeGridTown(at('sources'))).config);
  alone = await buildDataset(config, at('alone'), { progress });
});
afterAll(() => rmSync(folder, { recursive: true }), 60_000);

test('steps next to a finished dataset are removed; steps in a named folder stay and are reused', async () => {
  const beside = readdirSync(folder).filter((name) => name.startsWith('alone.'));
  const groups = `alone.${groupsName(alone.manifest.version)}`;
  expect(beside.sort()).toEqual([groups, 'alone.weights.json'].sort());
  await buildDataset(config, at('first'), { progress, steps: STEPS });
  const names: string[] = [];
  // What a killed build of another test left may be removed meanwhile.
  const noting = (step: string): void => {
    if (!step.startsWith('Remove ')) names.push(step);
  };
  await buildDataset(config, at('second'), { progress: noting, steps: STEPS });
  expect(names).toEqual(['Check sources', 'Install the dataset']);
  expect(bytesOfFiles(at('second'))).toEqual(bytesOfFiles(at('alone')));
});
