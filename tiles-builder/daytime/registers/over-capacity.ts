/**
 * Finds H3 cells of 130 m in which sites list over ten times the people that the buildings there can hold, as for head offices:
 * many may work elsewhere.
 */
import { type Cell, parentOf } from '../../../src/geo/cells.ts';
import type { Position } from '../../../src/geo/positions.ts';
import { addTo } from '../../base/numbers/add-to.ts';

export interface SitesInPlace {
  /** Name of the largest site. */
  readonly name: string;
  readonly position: Position;
  readonly sites: number;
  readonly people: number;
}

export interface PlaceOverCapacity extends SitesInPlace {
  /** Capacity for persons, in the block. */
  readonly capacity: number;
}

/** Blocks are some 130 m wide. */
const BLOCK_RESOLUTION = 10;
/** People per capacity; unmapped floors count as one. */
const MOST_PER_CAPACITY = 10;
/** Smaller places are not reported. */
const FEWEST_PEOPLE = 100;

export class PlacesOfSites {
  readonly #blocks = new Map<Cell, SitesInPlace[]>();

  /** Adds sites by cell, in proportion to people. */
  add(sites: SitesInPlace, peopleByCell: Iterable<readonly [Cell, number]>): void {
    const own = new Map<Cell, number>();
    for (const [cell, people] of peopleByCell) addTo(own, parentOf(cell, BLOCK_RESOLUTION), people);
    for (const [block, people] of own) {
      const part = Math.max(1, Math.round((sites.sites * people) / sites.people));
      const all = this.#blocks.get(block) ?? [];
      this.#blocks.set(block, all);
      all.push({ ...sites, sites: part, people });
    }
  }

  overCapacity(capacity: Iterable<readonly [Cell, number]>): PlaceOverCapacity[] {
    const capacityIn = new Map<Cell, number>();
    for (const [cell, size] of capacity) addTo(capacityIn, parentOf(cell, BLOCK_RESOLUTION), size);
    return Array.from(this.#blocks, ([block, sites]) => ({
      ...together(sites),
      capacity: capacityIn.get(block) ?? 0,
    })).filter(({ people, capacity }) => people >= FEWEST_PEOPLE && people > MOST_PER_CAPACITY * capacity);
  }
}

/** Sums sites under the largest one's name. */
export function together(all: readonly SitesInPlace[]): SitesInPlace {
  const { name, position } = all.reduce((a, b) =>
    b.people > a.people || (b.people === a.people && b.name < a.name) ? b : a,
  );
  const sum = (of: 'sites' | 'people'): number => all.reduce((sum, own) => sum + own[of], 0);
  return { name, position, sites: sum('sites'), people: sum('people') };
}
