/** Finds places with more people than room, where people may be registered who work elsewhere. */
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

/** Sites over capacity. */
export interface CrowdedPlace extends BookedSites {
  /** Room for persons in the outline of the sites, or in the cell of some 130 m around them. */
  readonly room: number;
}

/** H3 resolution of the cell around sites whose room counts, about 130 m wide. */
const AROUND_RESOLUTION = 10;
/** People per room, at most: floors that are not mapped count as one. */
const MOST_CROWDED = 10;
/** Places with fewer people are not reported. */
const FEWEST_CROWDED = 100;

/** People of sites by place in one partition. */
export class BookedPlaces {
  readonly #outlines: CrowdedPlace[] = [];
  readonly #around = new Map<Cell, BookedSites[]>();

  /** Adds people of sites by the cells that they are counted in, and the sites in proportion. */
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

  /** Adds an outline that is over capacity. */
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

/** Sums sites in one place under the name of the largest. */
export function together(all: readonly BookedSites[]): BookedSites {
  const { name, position } = all.reduce((a, b) =>
    b.people > a.people || (b.people === a.people && b.name < a.name) ? b : a,
  );
  const sum = (of: 'sites' | 'people'): number => all.reduce((sum, own) => sum + own[of], 0);
  return { name, position, sites: sum('sites'), people: sum('people') };
}
