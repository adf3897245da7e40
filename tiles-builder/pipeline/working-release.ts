/** What working counts of locations and registers release alike: groups that follow the version before, rounded by a secret. */
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
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

/** @param files `groups` of the version to follow, and key of rounding */
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
