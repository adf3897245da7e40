import { join } from 'node:path';
import { latLngToCell } from 'h3-js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Coverage, Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY, manifestKey } from '../../src/format/object-keys.ts';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { readStateOf } from '../../tiles-builder/publish/bucket-state.ts';
import { type PublishSummary, publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import {
  ALL_CHANGES,
  type ChangeKind,
  describeChange,
  excessesOf,
  type VersionChange,
} from '../../tiles-builder/publish/version-change.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { writeFolder } from '../support/datasets/memory-to-folder.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { reported } from '../support/processes/reported.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const quiet = (): void => {};
/** Some 100 km apart. */
const PLACES = { berlin: [52.5, 13.4], leipzig: [51.34, 12.37], dresden: [51.05, 13.74] } as const;
type People = Readonly<Record<keyof typeof PLACES, number>>;
const PEOPLE: People = { berlin: 40_000, leipzig: 30_000, dresden: 20_000 };
const square = (east: number): Zone => [[rectangle(12, 51, east, 52.6)]];
const COVERAGE: Coverage = { roads: square(14), living: square(14), working: null };

let folders: string;
let model: R2Model;
beforeEach(() => {
  folders = temporaryFolderOfTest();
  model = new R2Model();
});

let made = 0;
function write(
  people: Partial<People> | null,
  changes: Partial<Manifest> = {},
  graph = { nodes: 1_000, edges: 2_000 },
): string {
  const cells = Object.entries({ ...PEOPLE, ...people }).map(([place, number]) => {
    const [lat, lon] = PLACES[place as keyof People];
    return [latLngToCell(lat, lon, GRID_RESOLUTION), number] as const;
  });
  const { manifest, source } = countDataset(people ? { living: tilesOf(new Map(cells)) } : {}, {
    coverage: { ...COVERAGE, ...(!people && { living: null }) },
  });
  const roads = { ...manifest.roads.pedestrian, ...graph };
  const town = {
    manifest: { ...manifest, roads: { pedestrian: roads, motorized: roads } },
    objects: source.objects,
  };
  const folder = join(folders, `${made++}`);
  writeFolder(folder, town, changes);
  return folder;
}

const publish = (folder: string, accept: readonly ChangeKind[] = []): Promise<PublishSummary> =>
  publishDataset(folder, model.client(), quiet, { accept: new Set(accept) });

async function changeOf(second: string): Promise<VersionChange> {
  await publish(write({}));
  const { change } = await publish(second, ALL_CHANGES);
  if (!change) throw new Error('no change');
  return change;
}

test('is reported before anything is written: people and where most, coverage, roads', async () => {
  const change = await changeOf(write({ dresden: 21_000, leipzig: 29_950, berlin: 40_001 }));
  const [living, ...areas] = change.figures.filter(({ kind }) => kind === 'people');
  expect(living).toMatchObject({ of: 'living', before: 90_000, after: 90_951 });
  expect(areas.map(({ before, after }) => [before, after])).toEqual([
    [20_000, 21_000],
    [30_000, 29_950],
    [40_000, 40_001],
  ]);
  expect(areas[0].of).toMatch(/^living around 13\.\d+, 5[01]\.\d+$/);
  for (const { before, after } of change.figures.filter(({ kind }) => kind === 'coverage'))
    expect(after).toBeCloseTo(before, 0);
  expect(change.figures).toContainEqual(
    expect.objectContaining({ of: 'pedestrian', unit: 'edges', before: 2_000, after: 2_000 }),
  );
  expect(describeChange(change)).toContain('  living     90,000 → 90,951 people (+1.1 %)');
  expect(excessesOf(change)).toEqual([]);
});

describe('beyond what is usual it is refused, and accepted by name', () => {
  const MOVED = { ...COVERAGE, living: [[rectangle(13, 51, 15, 52.6)]] };
  const [MORE, LESS] = [
    /living: people change from 90,000 to 99,100 by \+10\.1 %/,
    /people change .* by −10\.1 %/,
  ];
  const HALF = /around 13\.\d+, 51\.\d+: people change from 20,000 to 9,900/;
  const cases: readonly [string, ChangeKind, Partial<People> | null, Partial<Manifest>, RegExp][] = [
    ['a tenth of the people more', 'people', { berlin: 49_100 }, {}, MORE],
    ['a tenth of the people less', 'people', { leipzig: 20_900 }, {}, LESS],
    ['half of the people of a place elsewhere', 'people', { dresden: 9_900, berlin: 50_000 }, {}, HALF],
    ['simulated people no more', 'people', {}, { simulated: false }, /people are simulated, these are not/],
    [
      'a part gone',
      'coverage',
      {},
      { coverage: { ...COVERAGE, roads: square(13.89) } },
      /roads: km² still covered change from .* by −5\.5 %/,
    ],
    [
      'a coverage of the same size elsewhere',
      'coverage',
      {},
      { coverage: MOVED },
      /living: km² still covered change from .* by −50\.0 %/,
    ],
    ['a layer gone', 'layers', null, {}, /living would be gone/],
  ];
  test.for(cases)('%s', async ([_name, kind, people, changes, sentence]) => {
    await publish(write({}));
    const before = model.objects.get(CURRENT_KEY);
    const folder = write(people, changes);
    const failed = await reported(
      publish(
        folder,
        ALL_CHANGES.filter((other) => other !== kind),
      ),
    );
    expect(failed).toMatch(sentence);
    expect(failed).toMatch(new RegExp(`--accept ${kind}$`));
    expect(model.objects.get(CURRENT_KEY)).toBe(before);
    const { version } = await publish(folder, [kind]);
    expect((await readStateOf(model.client())).regions[0].version).toBe(version);
  });

  test.for([
    [1_201, 2_000, 'nodes change from 1,000 to 1,201 by +20.1 %'],
    [1_000, 1_599, 'edges change from 2,000 to 1,599 by −20.1 %'],
  ] as const)('roads: %i nodes and %i edges', async ([nodes, edges, sentence]) => {
    await publish(write({}));
    const folder = write({}, {}, { nodes, edges });
    await expect(publish(folder, ['people', 'coverage', 'layers'])).rejects.toThrow(sentence);
    await publish(folder, ['roads']);
  });

  test('up to the bounds nothing is asked', async () => {
    await publish(write({}));
    await publish(write({ berlin: 48_900 }, { coverage: { ...COVERAGE, roads: square(13.91) } }));
  });

  test('a live version that cannot be read needs all of them', async () => {
    await publish(write({}));
    const { version } = (await readStateOf(model.client())).regions[0];
    await model.client().put(manifestKey(version), new Uint8Array(9));
    const folder = write({ berlin: 40_001 });
    expect(await reported(publish(folder))).toMatch(
      /cannot be compared.*--accept people,coverage,roads,layers$/,
    );
    await publish(folder, ALL_CHANGES);
  });
});
