/** Places with more people than there is room for: where people may be booked who work elsewhere. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';

/** Sites in one place, with the people of all of them. */
export interface BookedSites {
  /** Of the site with the most people. */
  readonly name: string;
  readonly position: Position;
  readonly sites: number;
  readonly people: number;
}

/** Sites that together have more people than there is room for, as far as the map tells. */
export interface CrowdedPlace extends BookedSites {
  /** Persons who have room in the outline of the sites, or in the cell of some 130 m that they lie in. */
  readonly room: number;
}

/** Room is looked for around sites in a cell of this resolution, about 130 m wide. */
const AROUND_RESOLUTION = 10;
/** Where floors are not mapped one is taken: ten times as many may fit, */
const MOST_CROWDED = 10;
/** and fewer people are no matter of where they were booked. */
const FEWEST_CROWDED = 100;

/** Who is booked in which place of an area of the build. */
export class BookedPlaces {
  readonly #outlines: CrowdedPlace[] = [];
  readonly #around = new Map<Cell, BookedSites[]>();

  /** Notes people of sites by the cells that they are counted in: of several sites as many in each as have its part of the people. */
  book(sites: BookedSites, peopleByCell: Iterable<readonly [Cell, number]>): void {
    const own = new Map<Cell, number>();
    for (const [cell, people] of peopleByCell) addTo(own, parentOf(cell, AROUND_RESOLUTION), people);
    for (const [around, people] of own) {
      const there = {
        ...sites,
        sites: Math.max(1, Math.round((sites.sites * people) / sites.people)),
        people,
      };
      const others = this.#around.get(around);
      if (others) others.push(there);
      else this.#around.set(around, [there]);
    }
  }

  /** Notes an outline that its own sites crowd. */
  addOutline(place: CrowdedPlace): void {
    this.#outlines.push(place);
  }

  /** @param room for persons by day, by cell */
  crowded(room: Iterable<readonly [Cell, number]>): CrowdedPlace[] {
    const roomAround = new Map<Cell, number>();
    for (const [cell, size] of room) addTo(roomAround, parentOf(cell, AROUND_RESOLUTION), size);
    const places = Array.from(this.#around, ([around, sites]) => ({
      ...together(sites),
      room: roomAround.get(around) ?? 0,
    }));
    return [...this.#outlines, ...places.filter(isCrowded)];
  }
}

export const isCrowded = ({ people, room }: Pick<CrowdedPlace, 'people' | 'room'>): boolean =>
  people >= FEWEST_CROWDED && people > MOST_CROWDED * room;

/** What sites in one place have together, under the name of the largest. */
export function together(all: readonly BookedSites[]): BookedSites {
  const { name, position } = all.reduce((a, b) =>
    b.people > a.people || (b.people === a.people && b.name < a.name) ? b : a,
  );
  const sum = (of: 'sites' | 'people'): number => all.reduce((sum, own) => sum + own[of], 0);
  return { name, position, sites: sum('sites'), people: sum('people') };
}
