import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const noting = (step: string): void => void names.push(step);
  await buildDataset(config, at('second'), { progress: noting, steps: STEPS });
  expect(names).toEqual(['Check sources', 'Install the dataset']);
  expect(bytesOfFiles(at('second'))).toEqual(bytesOfFiles(at('alone')));
});

test('a change of one source repeats only the steps that depend on it', async () => {
  const made = async (changed: typeof config): Promise<string[]> => {
    const names = new Set<string>();
    const noting = (step: string): void => void names.add(step.replace(/^\[.*\] /, ''));
    await buildDataset(changed, at('changed'), { progress: noting, steps: STEPS });
    return [...names];
  };
  const roads = ['Build pedestrian roads', 'Cut motorized tiles', 'Draw the basemap'];
  const attributed = { ...config, roads: { ...config.roads, attribution: 'somebody else' } };
  expect(await made(attributed)).toEqual(['Check sources', 'Install the dataset']);

  const holidays = await made({ ...config, holidays: ['2024-02-12'] });
  expect(holidays).toContain('Read locations');
  expect(holidays).not.toContain('Intersect homes with the census');

  const [census] = config.census!;
  const fewer = at('fewer.csv');
  const lines = readFileSync(census!.file, 'utf8').split('\n');
  writeFileSync(fewer, lines.filter((_, line) => line !== 2).join('\n'));
  const recounted = await made({ ...config, census: [{ ...census!, file: fewer }] });
  expect(recounted).toContain('Intersect homes with the census');
  expect(recounted).toContain('Count people at usual occupation places');
  expect(recounted).not.toContain('Read locations');
  for (const step of roads) expect(recounted).not.toContain(step);
});
