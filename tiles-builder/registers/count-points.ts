/** People at sites that are points: in groups of at least as many as a figure may rest on. */
import type { Cell } from '../../src/geo/cells.ts';
import { cellInArea } from '../areas/areas.ts';
import type { BandEstimate } from '../config/bands.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { TooFewPersons } from '../working/merge-upwards.ts';
import { PRIVACY } from '../working/parameters.ts';
import { groupInCells, groupsInCells } from '../working/shown-from.ts';
import { spreadWorkers, type Workplace } from '../working/spread-workers.ts';
import type { AreaPeople, SitesAndPeople } from './area-people.ts';
import type { BuildingOfSites } from './buildings-of-sites.ts';
import { type CrowdedSite, crowdingIn } from './crowded-sites.ts';
import type { PointSite } from './site-records.ts';
import { type PeopleOfSite, peopleOfSite } from './tally.ts';

interface CoveredSite {
  readonly cell: Cell;
  readonly site: PointSite;
  readonly people: PeopleOfSite;
}

/** Sites that are points, and the buildings that they are in. */
export interface PointsOfArea {
  readonly points: readonly PointSite[];
  readonly buildings: readonly BuildingOfSites[];
}

/**
 * @param room for persons by day, by cell
 * @returns who is counted nowhere, as fewer than a group needs are at all points, and sites that are crowded
 */
export function countPoints(
  into: AreaPeople,
  area: Cell,
  { points, buildings }: PointsOfArea,
  room: ReadonlyMap<Cell, number>,
  bands: readonly BandEstimate[],
  isCovered: (cell: Cell) => boolean,
): { readonly withheld: SitesAndPeople; readonly crowded: readonly CrowdedSite[] } {
  const covered = new Map<number, CoveredSite>();
  for (const [number, site] of points.entries()) {
    const cell = cellAt(site.position);
    const people = peopleOfSite(site, bands);
    if (isCovered(cell)) {
      covered.set(number, { cell, site, people });
      continue;
    }
    into.outside.sites++;
    into.outside.people += people.listed;
  }
  if (!spreadInBuildings(into, area, covered, buildings, room) && !spreadInGroups(into, covered, room)) {
    const people = [...covered.values()].reduce((sum, { people }) => sum + people.counted, 0);
    return { withheld: { sites: covered.size, people }, crowded: [] };
  }
  const crowding = crowdingIn(room);
  const crowded = [...covered.values()].flatMap(({ cell, site: { isSchool, name, position }, people }) => {
    into.addCut(people, 1);
    into.addToRegister(isSchool, people.counted);
    into.addFound(cell, position, people.counted, people.variance);
    into.addAway(cell, people.counted);
    return crowding(cell, { name, position, people: people.counted }) ?? [];
  });
  return { withheld: { sites: 0, people: 0 }, crowded };
}

/**
 * Spreads the people of each building that has enough of them for a group over its cells, and all others in groups. So nobody
 * is in two groups, and each figure is a fixed share of whole ones.
 * @returns whether enough others are left for a group, or nobody; where not, nothing is spread
 */
function spreadInBuildings(
  into: AreaPeople,
  area: Cell,
  covered: ReadonlyMap<number, CoveredSite>,
  buildings: readonly BuildingOfSites[],
  room: ReadonlyMap<Cell, number>,
): boolean {
  const others = new Map(covered);
  const groups: { readonly persons: number; readonly people: ReadonlyMap<Cell, number> }[] = [];
  for (const { sites, cells, sizes } of buildings) {
    const own = Array.from(sites).filter((site) => covered.has(site));
    const sumOf = (of: (people: PeopleOfSite) => number): number =>
      own.reduce((sum, site) => sum + of(covered.get(site)!.people), 0);
    const persons = sumOf(({ least }) => least);
    if (persons < PRIVACY.min_persons || cells.length === 0) continue;
    const perSize = sumOf(({ counted }) => counted) / sizes.reduce((sum, size) => sum + size, 0);
    const people = new Map(Array.from(cells, (cell, i) => [cellInArea(area, cell), sizes[i] * perSize]));
    groups.push({ persons, people });
    for (const site of own) others.delete(site);
  }
  if (groups.length === 0 || (others.size > 0 && !spreadInGroups(into, others, room))) return false;
  for (const { persons, people } of groups) {
    into.grouped.push(groupInCells(persons, people));
    for (const [cell, own] of people) addTo(into.spread, cell, own);
    into.addFigures(1, persons);
  }
  return true;
}

/** Spreads each group over all places in it: see `spreadWorkers`. @returns whether there are enough people for one */
function spreadInGroups(
  into: AreaPeople,
  sites: ReadonlyMap<number, CoveredSite>,
  room: ReadonlyMap<Cell, number>,
): boolean {
  const points = Array.from(
    sites.values(),
    ({ cell, people }): Workplace => ({ cell, persons: people.least, people: people.counted }),
  );
  try {
    const spread = spreadWorkers(points, room);
    const { people, groups } = spread;
    into.grouped.push(...groupsInCells(spread));
    for (const [cell, own] of people) addTo(into.spread, cell, own);
    into.addFigures(groups.length, Math.min(...groups.map(({ persons }) => persons)));
    return true;
  } catch (error) {
    if (error instanceof TooFewPersons) return false;
    throw error;
  }
}
