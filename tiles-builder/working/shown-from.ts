/** From how many people on the map's layer of density may show a cell of those at work. */
import { COARSEST_SHOWN, FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { PRIVACY } from './parameters.ts';
import type { SpreadWorkers } from './spread-workers.ts';

/** Persons that shares of groups may be off by in floating point. */
const ROUNDING = 1e-6;

/** People who are in no group, and how many of them are counted for certain. */
export interface PeopleAlone {
  readonly people: number;
  readonly persons: number;
}

/** A group's people in each of the finest cells that are shown. */
export interface GroupInCells {
  readonly persons: number;
  readonly peopleIn: ReadonlyMap<Cell, number>;
}

/** @param people of a group by cell */
export const groupInCells = (persons: number, people: ReadonlyMap<Cell, number>): GroupInCells => ({
  persons,
  peopleIn: sumsAt(FINEST_SHOWN.working, people),
});

/** @param scale that the people of each group are multiplied by before they are released */
export function groupsInCells(
  { people, groups }: Pick<SpreadWorkers, 'people' | 'groups'>,
  scale = 1,
): GroupInCells[] {
  const found = groups.map(({ persons }) => ({ persons, peopleIn: new Map<Cell, number>() }));
  const groupOf = new Map(
    groups.flatMap(({ areas }, number) => areas.map((area) => [area, number] as const)),
  );
  for (const [cell, count] of people) {
    const { peopleIn } = found[groupOf.get(parentOf(cell, PRIVACY.finest_resolution))!];
    addTo(peopleIn, parentOf(cell, FINEST_SHOWN.working), count * scale);
  }
  return found;
}

/**
 * So many people that no cell with as many or more rests on fewer than PRIVACY.min_persons_shown persons, nor has more than half
 * of its people from groups that reach beyond it, which a few such cells would outline.
 * @param others people who are in no group, by cell
 * @returns a power of two: it tells of a single cell to a factor of two, and is the same for most versions
 */
export function shownFrom(
  groups: readonly GroupInCells[],
  others: ReadonlyMap<Cell, PeopleAlone> = new Map(),
): number {
  const alone = [...others].map(
    ([cell, { people, persons }]): GroupInCells => ({
      persons,
      peopleIn: new Map([[parentOf(cell, FINEST_SHOWN.working), people]]),
    }),
  );
  let most = 0;
  for (let resolution = FINEST_SHOWN.working; resolution >= COARSEST_SHOWN; resolution--) {
    const cells = new Map<Cell, { people: number; persons: number; ofWider: number }>();
    for (const { persons, peopleIn } of [...groups, ...alone]) {
      const parts = sumsAt(resolution, peopleIn);
      const whole = [...parts.values()].reduce((sum, part) => sum + part, 0);
      // Rounded to nobody.
      if (whole === 0) continue;
      for (const [cell, part] of parts) {
        const found = cells.get(cell) ?? { people: 0, persons: 0, ofWider: 0 };
        cells.set(cell, found);
        found.people += part;
        found.persons += (persons * part) / whole;
        if (parts.size > 1) found.ofWider += part;
      }
    }
    for (const { people, persons, ofWider } of cells.values()) {
      const isTooFew = persons < PRIVACY.min_persons_shown - ROUNDING;
      if (isTooFew || ofWider * 2 > people) most = Math.max(most, people);
    }
  }
  return 2 ** Math.ceil(Math.log2(most + 1));
}

function sumsAt(resolution: number, people: ReadonlyMap<Cell, number>): Map<Cell, number> {
  const sums = new Map<Cell, number>();
  for (const [cell, count] of people) addTo(sums, parentOf(cell, resolution), count);
  return sums;
}
