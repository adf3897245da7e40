/** Checks that figures of people working rest on enough persons, by the groups next to the dataset. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { CountTile } from '../../src/format/count-tile.ts';
import { type Cell, COUNT_TILE_RESOLUTION, cellFromKey, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { areaOfGroup } from '../working/count-partition.ts';
import { groupsFileOf, readGroupsFile } from '../working/groups-file.ts';
import { checkGroups, checkTilesOfGroups } from './check-groups.ts';
import type { DatasetReadBack } from './dataset-read-back.ts';

/** Where the tiles of a dataset have working people. */
export class WorkingPeople {
  /** Thousandths by area of groups. */
  readonly byArea = new Map<Cell, number>();

  add({ cell, keys, runningTotals }: CountTile): void {
    let before = 0;
    for (const [i, key] of keys.entries()) {
      const occupied = cellFromKey(cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION);
      addTo(this.byArea, areaOfGroup(occupied), runningTotals[i] - before);
      before = runningTotals[i];
    }
  }
}

/**
 * @returns what was found right, as a sentence
 * @throws Error with what was found wrong
 */
export function verifyWorking({ folder, manifest }: DatasetReadBack, people: WorkingPeople): string {
  const file = groupsFileOf(folder, manifest.version);
  if (!existsSync(file)) return `working: ${basename(file)} is not here, so that the threshold is not proven`;
  const groups = readGroupsFile(file);
  if (groups.version !== manifest.version)
    throw new Error(`${basename(file)} is of version ${groups.version}`);
  const smallest = checkGroups(groups);
  const count = groups.groups.length;
  if (manifest.registers) {
    return count === 0
      ? 'working: from registers; no site at a point is counted'
      : `working: from registers; every figure of sites at points is of ${Math.floor(smallest)} people or more, in ${count} groups`;
  }
  checkTilesOfGroups(groups, people.byArea);
  return `working: every figure rests on ${smallest} persons or more, in ${count} groups, and the tiles have their people alone`;
}
