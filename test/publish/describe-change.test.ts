import { expect, test } from 'vitest';
import type { VersionChange } from '../../tiles-builder/publish/version-change/compare-with-live.ts';
import { describeChange } from '../../tiles-builder/publish/version-change/describe-change.ts';

const area = (lon: number, people_after: number) => ({ lon, lat: 57.123, people_before: 100, people_after });
const CHANGE: VersionChange = {
  before: 'town-1',
  after: 'town-2',
  unreadable: null,
  people: [],
  coverage: [],
  roads: [],
  appeared: [],
  vanished: [],
  simulated_before: false,
  simulated_after: false,
};

test("a version's changes are listed line by line, by area only the largest", () => {
  const change: VersionChange = {
    ...CHANGE,
    people: [
      {
        layer: 'living',
        people_before: 2_000,
        people_after: 2_100,
        areas: [area(11.5, 150), area(12, 90), area(13, 105), area(14, 101)],
      },
      { layer: 'working', people_before: 1_000, people_after: 1_000, areas: [] },
    ],
    coverage: [{ of: 'roads', before_km2: 500, after_km2: 400, lost_km2: 120 }],
    roads: [
      { travel: 'pedestrian', nodes_before: 10, nodes_after: 20, edges_before: 1_000, edges_after: 500 },
    ],
    appeared: ['basemap', 'names'],
    vanished: ['working'],
    simulated_after: true,
  };
  expect(describeChange(change)).toEqual([
    'town-2 replaces town-1:',
    '  living     2,000 → 2,100 people (+5.0 %); most',
    '    around 11.50, 57.12: 100 → 150 people (+50.0 %)',
    '    around 12.00, 57.12: 100 → 90 people (−10.0 %)',
    '    around 13.00, 57.12: 100 → 105 people (+5.0 %)',
    '  working    1,000 → 1,000 people (0 %)',
    '  coverage   roads: 500 → 400 km² (−20.0 %), 120 km² of it lost',
    '  pedestrian 10 → 20 nodes (+100.0 %), 1,000 → 500 edges (−50.0 %)',
    '  new        basemap, names',
    '  gone       working',
    '  people     are simulated now',
  ]);
  expect(describeChange({ ...CHANGE, simulated_before: true })).toEqual([
    'town-2 replaces town-1:',
    '  people     are not simulated any more',
  ]);
  expect(describeChange({ ...CHANGE, unreadable: 'its list is damaged' })).toEqual([
    'town-2 replaces town-1, which cannot be read: its list is damaged',
  ]);
});
