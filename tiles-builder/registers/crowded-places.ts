/** Finds places over capacity, where people may be registered who work elsewhere. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';

/** Sites in one place. */
export interface BookedSites {
  /** The largest site's. */
  readonly name: string;
  readonly position: Position;
  readonly sites: number;
  readonly people: number;
}

/** Sites over capacity. */
export interface CrowdedPlace extends BookedSites {
  /** Room for persons, in the outline or the cell around. */
  readonly room: number;
}

/** Some 130 m wide. */
const AROUND_RESOLUTION = 10;
/** People per room, at most: unmapped floors count as one. */
const MOST_CROWDED = 10;
/** Smaller places are not reported. */
const FEWEST_CROWDED = 100;

export class BookedPlaces {
  readonly #outlines: CrowdedPlace[] = [];
  readonly #around = new Map<Cell, BookedSites[]>();

  /** Adds sites by cell, in proportion to people. */
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

  addOutline(place: CrowdedPlace): void {
    this.#outlines.push(place);
  }

  /** @param room for persons by day */
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

/** Sums sites under the largest one's name. */
export function together(all: readonly BookedSites[]): BookedSites {
  const { name, position } = all.reduce((a, b) =>
    b.people > a.people || (b.people === a.people && b.name < a.name) ? b : a,
  );
  const sum = (of: 'sites' | 'people'): number => all.reduce((sum, own) => sum + own[of], 0);
  return { name, position, sites: sum('sites'), people: sum('people') };
}
