import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION, resolutionOf } from '../../src/geo/cells.ts';
import { AREA_RESOLUTION, areaOf } from '../areas/areas.ts';
import { WHEREABOUTS } from '../working/count-partition.ts';
import type { FollowedVersion } from '../working/groups-file.ts';
import { membershipIn, partitionOf } from '../working/h3-groups.ts';
import { PRIVACY } from '../working/parameters.ts';

/** A group's people in the tiles add up to its figure but for this: thousandths. */
const ROUNDING = 1;

/**
 * Shows that each figure rests on enough persons, and that each group is one cell, once.
 * @returns persons behind the figure that rests on the fewest
 * @throws Error that names the first group for which that does not hold
 */
export function checkGroups({ groups }: Pick<FollowedVersion, 'groups'>): number {
  const known = new Set<string>();
  let smallest = Infinity;
  for (const { whereabouts, cell, persons } of groups) {
    const name = `${whereabouts} ${cell}`;
    if (persons < PRIVACY.min_persons)
      throw new Error(`group ${name} rests on ${persons} persons, fewer than ${PRIVACY.min_persons}`);
    if (resolutionOf(cell) < AREA_RESOLUTION || resolutionOf(cell) > GRID_RESOLUTION)
      throw new Error(`${name} is no cell of a group`);
    if (known.has(name)) throw new Error(`group ${name} is there twice`);
    known.add(name);
    smallest = Math.min(smallest, persons);
  }
  return smallest;
}

/**
 * Shows that the people in the tiles are those of the groups, partition by partition, in cells of the groups.
 * @param tiles thousandths by area
 * @throws Error that names the first partition or area for which that does not hold
 */
export function checkTilesOfGroups(
  { groups }: Pick<FollowedVersion, 'groups'>,
  tiles: ReadonlyMap<Cell, number>,
): void {
  const groupsIn = Map.groupBy(groups, ({ cell }) => partitionOf(cell));
  const areasIn = Map.groupBy(tiles.keys(), areaOf);
  for (const partition of new Set([...groupsIn.keys(), ...areasIn.keys()])) {
    const own = groupsIn.get(partition) ?? [];
    const areas = areasIn.get(partition) ?? [];
    const released = MILLIPERSONS * own.reduce((sum, group) => sum + group.released, 0);
    const found = areas.reduce((sum, area) => sum + tiles.get(area)!, 0);
    if (Math.abs(found - released) > ROUNDING * own.length)
      throw new Error(
        `the tiles have ${found / MILLIPERSONS} people in ${partition}, its groups ${released / MILLIPERSONS}`,
      );
    const members = WHEREABOUTS.map((whereabouts) =>
      own.filter((group) => group.whereabouts === whereabouts).map(({ cell }) => cell),
    )
      .filter((cells) => cells.length > 0)
      .map((cells) => membershipIn(cells, PRIVACY.finest_resolution));
    for (const area of areas) {
      if (!members.some((memberOf) => memberOf(area).isInside))
        throw new Error(`area ${area} has people and is in no group`);
    }
  }
}
