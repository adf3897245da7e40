/** People at sites that are points: in groups of at least as many as a figure may rest on. */
import type { Cell } from '../../src/geo/cells.ts';
import { cellInArea } from '../areas/areas.ts';
import type { BandEstimate } from '../config/bands.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { fewestPersons, nearestOf, TooFewPersons } from '../working/merge-upwards.ts';
import { PRIVACY } from '../working/parameters.ts';
import { spreadWorkers, type Workplace } from '../working/spread-workers.ts';
import type { AreaPeople, SitesAndPeople } from './area-people.ts';
import type { BuildingOfSites } from './buildings-of-sites.ts';
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
 * @returns who is counted nowhere, as fewer than a group needs are at all points
 */
export function countPoints(
  into: AreaPeople,
  area: Cell,
  { points, buildings }: PointsOfArea,
  room: ReadonlyMap<Cell, number>,
  bands: readonly BandEstimate[],
  isCovered: (cell: Cell) => boolean,
): SitesAndPeople {
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
  const { groups, others } = groupByBuilding(covered, area, buildings);
  const areOthersSpread = spreadInGroups(into, others, room);
  if (!areOthersSpread && groups.length === 0) {
    const people = [...covered.values()].reduce((sum, { people }) => sum + people.counted, 0);
    return { sites: covered.size, people };
  }
  if (!areOthersSpread) joinNearestBuilding(others, groups);
  for (const group of groups) spreadInBuilding(into, area, group);
  for (const { cell, site, people } of covered.values()) {
    const { isSchool, name, position } = site;
    into.addCut(people, 1);
    into.addToRegister(isSchool, people.counted);
    into.addFound(cell, position, people.counted, people.variance);
    into.addAway(cell, people.counted);
    into.places.book({ name, position, sites: 1, people: people.counted }, [[cell, people.counted]]);
  }
  return { sites: 0, people: 0 };
}

/** A building with enough people for a group of its own, and whoever else is counted there. */
interface BuildingGroup {
  /** Where it begins. */
  readonly cell: Cell;
  readonly building: BuildingOfSites;
  persons: number;
  people: number;
}

/** @returns each building that has enough people for a group, and the sites in none of them: nobody is in two groups */
function groupByBuilding(
  covered: ReadonlyMap<number, CoveredSite>,
  area: Cell,
  buildings: readonly BuildingOfSites[],
): { readonly groups: readonly BuildingGroup[]; readonly others: ReadonlyMap<number, CoveredSite> } {
  const others = new Map(covered);
  const groups: BuildingGroup[] = [];
  for (const building of buildings) {
    if (sizeOf(building) === 0) continue;
    const own = Array.from(building.sites).filter((site) => covered.has(site));
    const sumOf = (of: (people: PeopleOfSite) => number): number =>
      own.reduce((sum, site) => sum + of(covered.get(site)!.people), 0);
    const persons = sumOf(({ least }) => least);
    if (persons < PRIVACY.min_persons) continue;
    const cell = cellInArea(area, building.cells[0]);
    groups.push({ cell, building, persons, people: sumOf(({ counted }) => counted) });
    for (const site of own) others.delete(site);
  }
  return { groups, others };
}

const sizeOf = ({ sizes }: BuildingOfSites): number => sizes.reduce((sum, size) => sum + size, 0);

/** Counts those who are too few for a group in the nearest building that is one: whoever comes or goes moves nobody else. */
function joinNearestBuilding(
  others: ReadonlyMap<number, CoveredSite>,
  groups: readonly BuildingGroup[],
): void {
  const nearestTo = nearestOf(groups);
  for (const { cell, people } of others.values()) {
    const group = nearestTo(cell);
    group.persons += people.least;
    group.people += people.counted;
  }
}

/** Spreads a group over all of its building in the area: each figure is a fixed share of the whole group. */
function spreadInBuilding(into: AreaPeople, area: Cell, { building, persons, people }: BuildingGroup): void {
  const { cells, sizes } = building;
  const perSize = people / sizeOf(building);
  const spread = new Map(Array.from(cells, (cell, i) => [cellInArea(area, cell), sizes[i] * perSize]));
  for (const [cell, own] of spread) addTo(into.spread, cell, own);
  into.addFigures(1, persons);
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
    const { people, groups } = spreadWorkers(points, room);
    for (const [cell, own] of people) addTo(into.spread, cell, own);
    into.addFigures(groups.length, fewestPersons(groups));
    return true;
  } catch (error) {
    if (error instanceof TooFewPersons) return false;
    throw error;
  }
}
