/**
 * Checks that k-anonymous groups are distinct cells of at least k persons each, and that the tiles' people are the groups'
 * figures, by partition, with nobody outside.
 */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION, resolutionOf } from '../../src/geo/cells.ts';
import { type GroupFigure, WHEREABOUTS } from '../daytime/count-partition.ts';
import type { FollowedVersion } from '../daytime/groups-file.ts';
import { Membership } from '../daytime/h3-groups.ts';
import { PRIVACY } from '../daytime/parameters.ts';
import {
  cellAtResolution,
  numbersBelow,
  PARTITION_RESOLUTION,
  partitionOf,
} from '../partitions/partitions.ts';

/** Thousandths of a person a group. */
const ROUNDING = 1;

/**
 * @returns fewest persons of a figure
 * @throws Error naming the first wrong group
 */
export function checkGroups({ groups }: Pick<FollowedVersion, 'groups'>): number {
  const known = new Set<string>();
  let smallest = Infinity;
  for (const { whereabouts, cell, persons } of groups) {
    const name = `${whereabouts} ${cell}`;
    if (persons < PRIVACY.min_persons)
      throw new Error(`group ${name} rests on ${persons} persons, fewer than ${PRIVACY.min_persons}`);
    if (resolutionOf(cell) < PARTITION_RESOLUTION || resolutionOf(cell) > GRID_RESOLUTION)
      throw new Error(`${name} is no cell of a group`);
    if (known.has(name)) throw new Error(`group ${name} is there twice`);
    known.add(name);
    smallest = Math.min(smallest, persons);
  }
  return smallest;
}

export const AREAS_IN_PARTITION = numbersBelow(PARTITION_RESOLUTION, PRIVACY.finest_resolution);

export class TilesOfGroups {
  readonly #groupsIn: Map<Cell, GroupFigure[]>;

  constructor({ groups }: Pick<FollowedVersion, 'groups'>) {
    this.#groupsIn = Map.groupBy(groups, ({ cell }) => partitionOf(cell));
  }

  /**
   * @param millipersons by area
   * @throws Error naming the partition or area
   */
  check(partition: Cell, millipersons: Float64Array): void {
    const own = this.#groupsIn.get(partition) ?? [];
    this.#groupsIn.delete(partition);
    const released = MILLIPERSONS * own.reduce((sum, group) => sum + group.released, 0);
    const found = millipersons.reduce((sum, people) => sum + people, 0);
    if (Math.abs(found - released) > ROUNDING * own.length)
      throw new Error(
        `the tiles have ${found / MILLIPERSONS} people in ${partition}, its groups ${released / MILLIPERSONS}`,
      );
    const members = WHEREABOUTS.map((whereabouts) =>
      own.filter((group) => group.whereabouts === whereabouts).map(({ cell }) => cell),
    )
      .filter((cells) => cells.length > 0)
      .map((cells) => new Membership(cells, PRIVACY.finest_resolution));
    for (const [area, people] of millipersons.entries()) {
      if (people > 0 && members.every((own) => own.around(area) < 0))
        throw new Error(
          `area ${cellAtResolution(partition, area, PRIVACY.finest_resolution)} has people and is in no group`,
        );
    }
  }

  /** Checks partitions without tiles. */
  finish(): void {
    for (const partition of this.#groupsIn.keys()) this.check(partition, new Float64Array());
  }
}
