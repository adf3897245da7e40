/** Sites with more people than there is room for around them: where people may be booked who work elsewhere. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';

/** A site with more people than there is room for around it, as far as the map tells. */
export interface CrowdedSite {
  readonly name: string;
  readonly position: Position;
  readonly people: number;
  /** Persons who have room within some 130 m. */
  readonly room: number;
}

/** Room is looked for around a site in a cell of this resolution, about 130 m wide. */
const AROUND_RESOLUTION = 10;
/** Where floors are not mapped one is taken: ten times as many may fit, */
const MOST_CROWDED = 10;
/** and fewer people are no matter of where they were booked. */
const FEWEST_CROWDED = 100;

/** @param room for persons by day, by cell @returns what says of a site in a cell whether it is crowded: then with the room */
export function crowdingIn(
  room: ReadonlyMap<Cell, number>,
): (cell: Cell, site: Omit<CrowdedSite, 'room'>) => CrowdedSite | null {
  const around = new Map<Cell, number>();
  for (const [cell, size] of room) addTo(around, parentOf(cell, AROUND_RESOLUTION), size);
  return (cell, site) => {
    const persons = around.get(parentOf(cell, AROUND_RESOLUTION)) ?? 0;
    const isCrowded = site.people >= FEWEST_CROWDED && site.people > MOST_CROWDED * persons;
    return isCrowded ? { ...site, room: persons } : null;
  };
}
