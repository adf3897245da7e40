/** Sites with more people than there is room for: where people may be booked who work elsewhere. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';

/** A site with more people than there is room for around it, as far as the map tells. */
export interface CrowdedSite {
  readonly name: string;
  readonly position: Position;
  readonly people: number;
  /** Persons who have room within some 130 m of a point, or in an outline. */
  readonly room: number;
}

/** Room is looked for around a site in a cell of this resolution, about 130 m wide. */
const AROUND_RESOLUTION = 10;
/** Where floors are not mapped one is taken: ten times as many may fit, */
const MOST_CROWDED = 10;
/** and fewer people are no matter of where they were booked. */
const FEWEST_CROWDED = 100;

/** @param room for persons by day, by cell @returns what gives a site in a cell with its room, if it is crowded */
export function crowdingIn(
  room: ReadonlyMap<Cell, number>,
): (cell: Cell, site: Omit<CrowdedSite, 'room'>) => CrowdedSite[] {
  const around = new Map<Cell, number>();
  for (const [cell, size] of room) addTo(around, parentOf(cell, AROUND_RESOLUTION), size);
  return (cell, site) => ifCrowded({ ...site, room: around.get(parentOf(cell, AROUND_RESOLUTION)) ?? 0 });
}

/** @returns the site, or nothing where its people have room */
export const ifCrowded = (site: CrowdedSite): CrowdedSite[] =>
  site.people >= FEWEST_CROWDED && site.people > MOST_CROWDED * site.room ? [site] : [];
