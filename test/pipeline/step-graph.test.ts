/** What determines the name of a build's last step. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameSteps, stepsOf } from '../../tiles-builder/base/steps/step.ts';
import { describeInputs, describeSources } from '../../tiles-builder/dataset/describe-sources.ts';
import { type GroupsFile, writeGroupsFile } from '../../tiles-builder/daytime/groups-file.ts';
import { stepGraph } from '../../tiles-builder/pipeline/step-graph.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'names-of-steps-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

const CONFIG = {
  name: 'town',
  timezone: 'Europe/Berlin',
  holidays: ['2024-05-01'],
  simulated: true,
  cut_isochrones: 'answer',
  accept: ['people-without-homes'],
  roads: {
    file: 'roads.pbf',
    coverage: 'area.json',
    vintage: '2024',
    attribution: 'they',
    speed_factors: { primary: 0.8 },
  },
  buildings: {
    file: 'roads.pbf',
    coverage: 'area.json',
    vintage: '2024',
    attribution: 'they',
    complete: true,
  },
  census: {
    file: 'census.csv',
    coverage: 'area.json',
    vintage: '2024',
    attribution: 'they',
    square: 'id',
    projection: 'EPSG:3035',
    population: 'people',
    growth: 1.5,
    suppressed: { text: '*', people: 2 },
    weights: 'weights.json',
  },
  locations: {
    file: 'pings.csv',
    coverage: 'area.json',
    vintage: '2024',
    attribution: 'they',
    device: 'device',
    groups: 'groups.json',
    kind: 'pings',
    time: 'time',
    lon: 'x',
    lat: 'y',
    accuracy: 'accuracy',
  },
};
const FILES = ['roads.pbf', 'area.json', 'census.csv', 'weights.json', 'pings.csv', 'groups.json'];
beforeAll(() => {
  for (const file of FILES) {
    writeFileSync(at(file), file);
    writeFileSync(at(`other-${file}`), `another ${file}`);
  }
  writeGroupsFile(at('groups.json'), groupsOf('first'));
  writeGroupsFile(at('other-groups.json'), groupsOf('second'));
});

const capacity = { capacity_exponent: 1, inhabitants_exponent: 0, roadside_factor: 1 };
const groupsOf = (version: string): GroupsFile => ({
  version,
  name: 'town',
  groups: [],
  classes: [],
  parameters: {
    ...{ rounding_base: 1, weights: null, variance: [] },
    capacity: { at_home: capacity, away: capacity },
  },
});

async function namesOf(config: object): Promise<string[]> {
  writeFileSync(at('config.json'), JSON.stringify(config));
  const read = readConfig(at('config.json'));
  const sources = await describeSources(read);
  const inputs = await describeInputs(read, sources);
  return stepsOf(stepGraph(read, { sources, inputs, clickhouse: undefined }).last).map(
    nameSteps(() => 'code'),
  );
}

/** Without each setting in turn, by path. */
function* withoutOne(config: object, path: string[] = []): Generator<[string, object]> {
  for (const [setting, value] of Object.entries(config)) {
    const { [setting]: _, ...rest } = config as Record<string, unknown>;
    const name = [...path, setting].join('.');
    if (!REQUIRED.has(name)) yield [name, rest];
    if (typeof value !== 'object' || Array.isArray(value)) continue;
    for (const [inside, changed] of withoutOne(value, [...path, setting])) {
      yield [inside, { ...config, [setting]: changed }];
    }
  }
}
const REQUIRED = new Set([
  ...['name', 'roads', 'census', 'roads.file', 'buildings.file', 'census.file', 'census.population'],
  ...['census.suppressed.text', 'census.suppressed.people', 'locations.file', 'locations.kind'],
]);

test('removing any setting gives another dataset', async () => {
  const before = (await namesOf(CONFIG)).at(-1);
  let settings = 0;
  for (const [setting, config] of withoutOne(CONFIG)) {
    settings++;
    expect((await namesOf(config)).at(-1), setting).not.toBe(before);
  }
  expect(settings).toBeGreaterThan(25);
});

test('the content of each file counts, and not its place', async () => {
  const before = (await namesOf(CONFIG)).at(-1);
  for (const file of FILES) {
    const text = JSON.stringify(CONFIG).replaceAll(`"${file}"`, `"other-${file}"`);
    expect((await namesOf(JSON.parse(text))).at(-1), file).not.toBe(before);
  }
  const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
  for (const file of FILES) copyFileSync(at(file), join(elsewhere, file));
  const text = FILES.reduce(
    (config, file) => config.replaceAll(`"${file}"`, JSON.stringify(join(elsewhere, file))),
    JSON.stringify(CONFIG),
  );
  expect((await namesOf(JSON.parse(text))).at(-1)).toBe(before);
});
