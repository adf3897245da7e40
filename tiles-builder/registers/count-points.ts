/** People at sites that are points: in groups of at least as many as a figure may rest on. */

import type { Cell } from '../../src/geo/cells.ts';
import type { BandEstimate } from '../config/bands.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { TooFewPersons } from '../working/merge-upwards.ts';
import { groupsInCells } from '../working/shown-from.ts';
import { spreadWorkers, type Workplace } from '../working/spread-workers.ts';
import type { AreaPeople, SitesAndPeople } from './area-people.ts';
import { type CrowdedSite, crowdingIn } from './crowded-sites.ts';
import type { PointSite } from './site-records.ts';
import { type PeopleOfSite, peopleOfSite } from './tally.ts';

interface CoveredSite {
  readonly cell: Cell;
  readonly site: PointSite;
  readonly people: PeopleOfSite;
}

/**
 * @param room for persons by day, by cell
 * @returns who is counted nowhere, as fewer than a group needs are at all points, and sites that are crowded
 */
export function countPoints(
  into: AreaPeople,
  sites: readonly PointSite[],
  room: ReadonlyMap<Cell, number>,
  bands: readonly BandEstimate[],
  isCovered: (cell: Cell) => boolean,
): { readonly withheld: SitesAndPeople; readonly crowded: readonly CrowdedSite[] } {
  const covered: CoveredSite[] = [];
  for (const site of sites) {
    const cell = cellAt(site.position);
    const people = peopleOfSite(site, bands);
    if (isCovered(cell)) {
      covered.push({ cell, site, people });
      continue;
    }
    into.outside.sites++;
    into.outside.people += people.listed;
  }
  const points = covered.map(
    ({ cell, people }): Workplace => ({ cell, persons: people.least, people: people.counted }),
  );
  if (!spreadInGroups(into, points, room)) {
    const people = points.reduce((sum, point) => sum + point.people, 0);
    return { withheld: { sites: points.length, people }, crowded: [] };
  }
  const crowding = crowdingIn(room);
  const crowded = covered.flatMap(({ cell, site: { isSchool, name, position }, people }) => {
    into.addCut(people, 1);
    into.addToRegister(isSchool, people.counted);
    into.addFound(cell, position, people.counted, people.variance);
    into.addAway(cell, people.counted);
    return crowding(cell, { name, position, people: people.counted }) ?? [];
  });
  return { withheld: { sites: 0, people: 0 }, crowded };
}

/** Spreads each group over all places in it: see `spreadWorkers`. @returns whether there are enough people for one */
function spreadInGroups(
  into: AreaPeople,
  points: readonly Workplace[],
  room: ReadonlyMap<Cell, number>,
): boolean {
  try {
    const spread = spreadWorkers(points, room);
    const { people, groups } = spread;
    into.grouped = groupsInCells(spread);
    for (const [cell, own] of people) addTo(into.spread, cell, own);
    into.addFigures(groups.length, Math.min(...groups.map(({ persons }) => persons)));
    return true;
  } catch (error) {
    if (error instanceof TooFewPersons) return false;
    throw error;
  }
}
