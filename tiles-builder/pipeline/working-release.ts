/** Does what working counts of locations and registers share: groups follow the version before, a secret rounds figures. */
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { GroupFigure } from '../daytime/count-partition.ts';
import {
  type FollowedVersion,
  type Grouping,
  type GroupsFile,
  groupingOf,
  readGroupsFile,
  writeGroupsFile,
} from '../daytime/groups-file.ts';
import { readSecret } from '../daytime/read-secret.ts';
import type { Followed } from '../daytime/sum-panel.ts';
import { partitionOf } from '../partitions/partitions.ts';

const GROUPS_FILE = 'groups.json';

/**
 * Reads the version to follow and the secret that rounds figures.
 * @param files `groups` of the version to follow, and key of rounding
 */
export const readFollowed = ({
  groups,
  secret,
}: {
  groups?: string | undefined;
  secret?: string | undefined;
}): Followed => ({
  earlier: groups === undefined ? undefined : readGroupsFile(groups),
  secret: secret === undefined ? undefined : readSecret(secret),
});

/** Share of all people at work; fewer may have left the places of a group. */
const MOST_WITHHELD = 0.1;

/**
 * Refuses groups of another area, as of a neighbouring region: nobody would count people whose nearest group has no place in
 * the dataset.
 * @param file of the groups that are followed; `undefined` without any
 * @throws BadInput
 */
export function expectPlacesInGroups(file: string | undefined, withheld: number, counted: number): void {
  if (file === undefined || withheld <= MOST_WITHHELD * (withheld + counted)) return;
  const share = Math.round((100 * withheld) / (withheld + counted));
  throw new BadInput(
    file,
    'groups',
    `${share} % of the people at work are in groups that have no place in this dataset, and would be counted nowhere`,
    'Follow a version of the same land, or build both regions as one.',
  );
}

export const groupsByPartition = (earlier: FollowedVersion | undefined): Map<Cell, GroupFigure[]> =>
  Map.groupBy(earlier?.groups ?? [], ({ cell }) => partitionOf(cell));

export function writeGroups(
  folder: string,
  toFollow: FollowedVersion,
  { earlier, secret }: Followed,
): Grouping {
  const grouping = groupingOf(toFollow, earlier, secret);
  writeGroupsFile(join(folder, GROUPS_FILE), { version: '', name: grouping.own, ...toFollow });
  return grouping;
}

export const readGroups = (folder: string, version: string): GroupsFile => ({
  ...readGroupsFile(join(folder, GROUPS_FILE)),
  version,
});
