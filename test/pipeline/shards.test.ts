import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShardsMissing } from '../../tiles-builder/base/steps/run-steps.ts';
import { groupsName } from '../../tiles-builder/daytime/groups-file.ts';
import { type BuildSummary, buildDataset, buildShard } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const folder = mkdtempSync(join(tmpdir(), 'shards-'));
const at = (name: string): string => join(folder, name);
const progress = (): void => {};
const STEPS = at('sharded.steps');
let config: ReturnType<typeof readConfig>;
let alone: BuildSummary;

beforeAll(async () => {
  config = readConfig((await writeGridTown(at('sources'))).config);
  alone = await buildDataset(config, at('alone'), { progress });
});
afterAll(() => rmSync(folder, { recursive: true }), 60_000);

async function takeTurns(out: string, of: number): Promise<(BuildSummary | null)[]> {
  const rest = new Set(Array.from({ length: of }, (_, index) => of - 1 - index));
  const ended: (BuildSummary | null)[] = [];
  for (let turn = 0; rest.size > 0 && turn < 20; turn++) {
    for (const index of rest) {
      try {
        ended.push(await buildShard(config, out, { progress, shard: { index, of }, wait_ms: 0 }));
        rest.delete(index);
      } catch (error) {
        if (!(error instanceof ShardsMissing)) throw error;
      }
    }
  }
  expect(rest.size).toBe(0);
  return ended;
}

test('a dataset built in three shards is the same as one built alone', async () => {
  const out = at('sharded');
  const ended = await takeTurns(out, 3);
  expect(ended.filter((summary) => summary !== null).length).toBe(1);
  expect(bytesOfFiles(out)).toEqual(bytesOfFiles(at('alone')));
  const groups = groupsName(alone.manifest.version);
  expect(readFileSync(`${out}.${groups}`, 'utf8')).toBe(readFileSync(at(`alone.${groups}`), 'utf8'));
});

test('steps next to a finished dataset are removed; those of shards stay and are reused', async () => {
  const beside = readdirSync(folder).filter((name) => name.startsWith('alone.'));
  const groups = `alone.${groupsName(alone.manifest.version)}`;
  expect(beside.sort()).toEqual([groups, 'alone.weights.json'].sort());
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
