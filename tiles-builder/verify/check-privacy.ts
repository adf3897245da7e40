import { getResolution } from 'h3-js';
import type { Cell } from '../../src/geo/cells.ts';
import { PRIVACY } from '../working/parameters.ts';
import type { PrivacyFile } from '../working/privacy-file.ts';

/**
 * Shows that all people come from groups of enough persons, each area being in one group of each kind at most.
 * @returns persons behind the group with the fewest
 * @param occupied areas with people
 * @throws Error that names the first group or area for which that does not hold
 */
export function checkPrivacy({ groups }: PrivacyFile, occupied: Iterable<Cell>): number {
  const groupedAreas = { at_home: new Set<Cell>(), away: new Set<Cell>() };
  let smallest = Infinity;
  for (const { whereabouts, cell, areas, joined, persons } of groups) {
    if (persons < PRIVACY.min_persons) {
      throw new Error(
        `group ${cell} (${whereabouts}) rests on ${persons} persons, fewer than ${PRIVACY.min_persons}`,
      );
    }
    smallest = Math.min(smallest, persons);
    for (const area of [...areas, ...joined]) {
      if (getResolution(area) !== PRIVACY.finest_resolution) throw new Error(`${area} is no area of a group`);
      if (groupedAreas[whereabouts].has(area))
        throw new Error(`area ${area} is in two groups (${whereabouts})`);
      groupedAreas[whereabouts].add(area);
    }
  }
  for (const area of occupied) {
    if (!groupedAreas.at_home.has(area) && !groupedAreas.away.has(area)) {
      throw new Error(`area ${area} has people and is in no group`);
    }
  }
  return smallest;
}
