/** Travel times of a grid of streets, which follow from its blocks, against made trips with a known bias. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Travel } from '../../src/format/tile-sets.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { manifestIn, readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { evaluateTrips, travelTime_s } from '../../tiles-builder/evaluate/trips.ts';
import { writeFolder } from '../support/datasets/memory-to-folder.ts';
import { type Offset, streetTown } from '../support/datasets/street-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const folder = temporaryFolder();
const trips = join(folder, 'trips.csv');
const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });
/** Streets every 150 m: 5 km/h on foot, 30 km/h by car. */
const PER_METRE_S: Record<Travel, number> = { pedestrian: 0.72, motorized: 0.12 };
/** Along the streets, from places on them of which one is a crossing. */
const onStreets_m = (a: Offset, b: Offset): number => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

beforeAll(() => void writeFolder(folder, town));

test.each([
  ['between crossings', [-300, -300], [300, 150]],
  ['to the middle of a block', [-300, -300], [210, 150]],
  ['to it from its other end', [300, -300], [210, 150]],
  ['within a block, forwards', [20, 0], [100, 0]],
  ['within a block, backwards', [100, 0], [20, 0]],
] as const)('a trip %s takes what its blocks take', async (_, from, to) => {
  for (const travel of ['pedestrian', 'motorized'] as const) {
    const reader = readerOfFolder(folder, manifestIn(folder), new LoadedObjects(1e9));
    const found = await travelTime_s({ from: town.at(from), to: town.at(to), travel }, reader);
    expect(Math.abs(found! - PER_METRE_S[travel] * onStreets_m(from, to))).toBeLessThan(0.3);
  }
});

const write = (rows: readonly (readonly (string | number)[])[]): void =>
  writeFileSync(trips, ['from_lon,from_lat,to_lon,to_lat,travel,seconds,area', ...rows, ''].join('\n'));
const quiet = () => vi.spyOn(console, 'log').mockImplementation(() => {});

test('bias and error of made trips are found by mode, length and area', async () => {
  const crossings = [-300, -150, 0, 150, 300];
  const rows = crossings.flatMap((east, i) =>
    crossings.map((north) => {
      const [from, to] = [[-300, -300], [east, north]] as [Offset, Offset]; // biome-ignore format: a line
      const travel = i % 2 === 0 ? 'motorized' : 'pedestrian';
      // Drives take a quarter longer than the roads say, walks a tenth less.
      const slower = travel === 'motorized' ? 1.25 : 0.9;
      const seconds = Math.max(1, slower * PER_METRE_S[travel] * onStreets_m(from, to));
      return [...town.at(from), ...town.at(to), travel, seconds, east < 0 ? 'west' : 'east'];
    }),
  );
  write([...rows.slice(1), [10, 50, ...town.at([0, 0]), 'motorized', 60, 'far']]);
  const log = quiet();
  const { figures, not_compared } = await evaluateTrips(folder, trips, { progress: () => {} });
  const printed = log.mock.calls.flat().join('\n');
  log.mockRestore();
  expect(not_compared).toBe(1);
  const found = figures.map(({ travel, by, group, trips, ratio, mape }) => [
    ...[travel, by, group, trips],
    ...[ratio[0], ratio[2], ratio[4], mape].map((figure) => Number(figure.toFixed(2))),
  ]);
  expect(found).toEqual([
    ['pedestrian', 'mode', 'all', 10, 1.11, 1.11, 1.11, 0.11],
    ['motorized', 'mode', 'all', 14, 0.8, 0.8, 0.8, 0.2],
    ['pedestrian', 'length', '< 1 km', 10, 1.11, 1.11, 1.11, 0.11],
    ['motorized', 'length', '< 1 km', 14, 0.8, 0.8, 0.8, 0.2],
    ['pedestrian', 'area', 'east', 5, 1.11, 1.11, 1.11, 0.11],
    ['pedestrian', 'area', 'west', 5, 1.11, 1.11, 1.11, 0.11],
    ['motorized', 'area', 'east', 10, 0.8, 0.8, 0.8, 0.2],
    ['motorized', 'area', 'west', 4, 0.8, 0.8, 0.8, 0.2],
  ]);
  expect(printed).toMatch(/motorized +all +14( +0\.80){5} +20\.0 %/);
  expect(printed).toContain('1 trips not compared');
});

test.each([
  [[10, 50, 10, 'x', 'motorized', 60, ''], /line 2: .*degrees/],
  [[10, 50, 10, 50, 'bus', 60, ''], /line 2: travel is pedestrian or motorized/],
  [[10, 50, 10, 50, 'motorized', 0, ''], /line 2: seconds above 0/],
  [[10, 50, 10, 50, 'motorized', 60, ''], /has no trip between roads/],
])('%j is refused', async (row, message) => {
  write([row]);
  await expect(evaluateTrips(folder, trips, { progress: () => {} })).rejects.toThrow(message);
});
