import { expect, test } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { describeBuild } from '../../tiles-builder/commands/tiles/describe-build.ts';
import { describeManifest } from '../../tiles-builder/commands/tiles/describe-manifest.ts';
import { panelQuality } from '../../tiles-builder/daytime/panel-quality.ts';
import type { BuildSummary } from '../../tiles-builder/pipeline/build-dataset.ts';
import { countDataset } from '../support/datasets/count-dataset.ts';

const empty = countDataset({}).manifest;

test('a manifest is described by a line for each tile set, and for each peculiarity', () => {
  const layer = { name: '0'.repeat(16), objects: 3, list_sha256: '0'.repeat(64), tiles: 7, bytes: 2_345_678 };
  const manifest: Manifest = {
    ...empty,
    roads: {
      pedestrian: { ...layer, provinces: [], separator_tiles: 2, nodes: 12_345, edges: 23_456 },
      motorized: { ...layer, provinces: [], separator_tiles: 2, nodes: 1_000, edges: 2_000, bytes: 0 },
    },
    living: { ...layer, overviews: [], cells: 4_321, total_millipersons: 9_876_543 },
    working: null,
    coverage_margin_m: { roads: 0, living: 120, working: 0 },
  };
  expect(describeManifest(manifest)).toEqual([
    '  pedestrian 12,345 nodes, 23,456 edges, 7 tiles, 2.35 MB',
    '  motorized  1,000 nodes, 2,000 edges, 7 tiles, 0.00 MB',
    '  living     9,877 people in 4,321 cells, 7 tiles, 2.35 MB',
    '  working    no such data: its endpoint answers 422',
    '  coverage   of living: its border has more corners than a Worker can look at, and ends up to 120 m inside',
  ]);
});

test('a build says how many rows of the locations it dropped, and why, and how many groups it bottom-coded', () => {
  const linesOf = (dropped: object, label = 'locations'): readonly string[] => {
    const readings = {
      ...{
        usable: 980,
        incomplete: 0,
        unreadable: 0,
        out_of_range: 0,
        inaccurate: 0,
        implausible_duration: 0,
      },
      ...dropped,
    };
    const examination = { census: [] };
    const summary = {
      ...{ manifest: empty, folder: 'x', seconds: 1, warnings: [], examination },
      working: {
        ...{ quality: panelQuality([]), weights: { persons_trimmed: 0 }, panel: { persons_read: 98 } },
        readings,
        privacy: { groups: 1_200, groups_bottom_coded: 3, persons_bottom_coded: 14 },
      },
    };
    return describeBuild(summary as unknown as BuildSummary).filter((line) => line.includes(label));
  };
  expect(linesOf({ incomplete: 12, out_of_range: 3, inaccurate: 4, implausible_duration: 1 })).toEqual([
    '  locations  980 rows used; dropped: 12 with a missing value, 3 with a time or place out of range, ' +
      '4 less accurate than 200 m, 1 that end before they start, or last more than 31 days',
  ]);
  expect(linesOf({})).toEqual(['  locations  980 rows used; dropped: none']);
  expect(linesOf({}, 'homes')).toEqual([
    '  homes      0 areas of 0.7 km² are too few to compare homes with the census; weights of 0 % of the persons are trimmed; 10 rows a person',
  ]);
  expect(linesOf({}, 'privacy')).toEqual(['  privacy    3 of 1,200 groups bottom-coded, with 14 persons']);
});
