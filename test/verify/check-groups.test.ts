import { chmodSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cellToChildren, cellToParent, latLngToCell } from 'h3-js';
import { afterAll, describe, expect, test } from 'vitest';
import { NOTHING_LEARNT } from '../../tiles-builder/daytime/capacity-exponents.ts';
import type { GroupFigure } from '../../tiles-builder/daytime/count-partition.ts';
import {
  type GroupsFile,
  groupsFileOf,
  readGroupsFile,
  readParameters,
  writeGroupsFile,
} from '../../tiles-builder/daytime/groups-file.ts';
import { numberAtResolution, partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { AREAS_IN_PARTITION, checkGroups, TilesOfGroups } from '../../tiles-builder/verify/check-groups.ts';
import { removeFiles, writeFile } from '../daytime/timelines.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';

const coarser = latLngToCell(57.7, 11.97, 10);
const areas = cellToChildren(coarser, 11);
const group = (
  cell: string,
  persons: number,
  whereabouts: GroupFigure['whereabouts'] = 'away',
): GroupFigure => ({
  ...{ whereabouts, cell, persons },
  people: 20 * persons,
  released: 20 * persons,
});
const content: GroupsFile = {
  version: 'town-1',
  name: 'c0ffee',
  groups: [group(areas[0], 10)],
  classes: [cellToParent(coarser, 8)],
  parameters: {
    rounding_base: 60,
    capacity: { at_home: NOTHING_LEARNT, away: NOTHING_LEARNT },
    weights: { mean: 20, most: 100, raise: 1, residual: 0 },
    variance: [[20, 19]],
  },
};

afterAll(removeFiles);

describe('groups next to a dataset', () => {
  test('give the fewest persons behind a figure', () => {
    expect(checkGroups({ groups: [group(areas[0], 12), group(coarser, 10, 'at_home')] })).toBe(10);
  });

  test('are refused with a group of too few, of no cell or twice', () => {
    const check = (...groups: GroupFigure[]) => checkGroups({ groups });
    expect(() => check(group(areas[0], 9))).toThrow(/rests on 9 persons, fewer than 10/);
    expect(() => check(group(areas[0], 10), group(areas[0], 11))).toThrow(/is there twice/);
    expect(() => check(group(cellToChildren(areas[0], 13)[0], 10))).toThrow(/is no cell of a group/);
    expect(() => check(group(cellToParent(coarser, 3), 10))).toThrow(/is no cell of a group/);
  });

  test('have the people of the tiles, and in their cells alone', () => {
    const groups = [group(areas[0], 10), group(coarser, 12)];
    const check = (tiles: readonly (readonly [string, number])[]): void => {
      const checked = new TilesOfGroups({ groups });
      for (const [partition, own] of Map.groupBy(tiles, ([area]) => partitionOf(area))) {
        const millipersons = new Float64Array(AREAS_IN_PARTITION);
        for (const [area, people] of own) millipersons[numberAtResolution(area, 11)] += people;
        checked.check(partition, millipersons);
      }
      checked.finish();
    };
    check([
      [areas[0], 200_000],
      [areas[1], 240_000],
    ]);
    expect(() => check([[areas[0], 439_000]])).toThrow(/the tiles have 439 people in .*, its groups 440/);
    expect(() => check([])).toThrow(/the tiles have 0 people/);
    const [beyond] = cellToChildren(cellToParent(coarser, 9), 11).filter((area) => !areas.includes(area));
    expect(() => check([[beyond, 440_000]])).toThrow(/has people and is in no group/);
    const [far] = cellToChildren(latLngToCell(48, 2, 10), 11);
    expect(() => check([[far, 1_000]])).toThrow(/the tiles have/);
  });

  test('groups come back from their file as they were; other files are refused', () => {
    const file = writeFile('d.groups.json', '');
    expect(() => readGroupsFile(file)).toThrow(/d\.groups\.json: not the groups of a dataset/);
    writeGroupsFile(file, content);
    expect(readGroupsFile(file)).toEqual(content);
    expect(readParameters(file)).toEqual(content.parameters);
  });

  test('their file is readable by its owner alone, also where another could read what was there before', () => {
    const file = writeFile('open.groups.json', '');
    chmodSync(file, 0o644);
    writeGroupsFile(file, content);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('their file is next to the folder itself where its path is a link', () => {
    const folder = temporaryFolderOfTest();
    symlinkSync('dataset', join(folder, 'link'));
    expect(groupsFileOf(join(folder, 'link/'), 'town-1')).toBe(join(folder, 'dataset.town-1.groups.json'));
  });
});
