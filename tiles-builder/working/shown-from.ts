/** From how many people on the map's layer of density may show a cell of those at work. */
import { wholePeople } from '../../src/format/count-tile.ts';
import { COARSEST_SHOWN, FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import type { MillipersonsByCell } from '../records.ts';
import { PRIVACY } from './parameters.ts';
import type { SpreadWorkers } from './spread-workers.ts';

/** Persons that shares of groups may be off by in floating point. */
const ROUNDING = 1e-6;
/** A number that is found anew has at least so much to spare, as a factor of people and of persons. */
const TO_SPARE = 1.25;

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

/** A cell that the map must not show. */
export interface HiddenCell {
  readonly cell: Cell;
  /** By its groups, which the tiles round. */
  readonly people: number;
  readonly persons: number;
  /** Those of its people who are of groups that reach beyond it. */
  readonly ofWider: number;
}

/** How near to the bounds of a hidden cell another one is hidden as well. */
interface Spare {
  /** Factor of the persons that a cell needs. */
  readonly persons: number;
  /** @returns these people and those to spare */
  readonly people: (people: number) => number;
}
const NOTHING_TO_SPARE: Spare = { persons: 1, people: (people) => people };

/** People of each cell at all resolutions of the map, as it rounds what the tiles have. */
export function peopleOnMap(tiles: MillipersonsByCell): Map<Cell, number> {
  const finest = sumsAt(FINEST_SHOWN.working, tiles);
  const people = new Map<Cell, number>();
  for (let resolution = FINEST_SHOWN.working; resolution >= COARSEST_SHOWN; resolution--) {
    for (const [cell, sum] of sumsAt(resolution, finest)) people.set(cell, wholePeople(sum));
  }
  return people;
}

/**
 * So many people that no cell with as many or more is one that must not be shown.
 * @param tiles what the tiles have of the groups and of the others
 * @param others people who are in no group, by cell
 * @returns a power of two. The largest cell that must not be shown has from half as many people to as many, less one at both
 *   ends; where it is 1, nobody is in such a cell
 */
export const shownFrom = (
  groups: readonly GroupInCells[],
  tiles: MillipersonsByCell,
  others?: ReadonlyMap<Cell, PeopleAlone>,
): number => numberAbove(hiddenCells(groups, others), peopleOnMap(tiles), NOTHING_TO_SPARE);

/**
 * The same for a version that others follow, with something to spare: it stays until a cell that must not be shown has as many
 * people, or none has nearly as many. So whoever comes or goes alone seldom moves it, however few persons a cell is short of.
 * @param ofOne_people by so many people at most one person who comes or goes changes a cell
 * @param earlier_people the number of the version before, where it is known; a first one has none
 * @returns a power of two. Found anew it bounds the largest cell on fewer than 37.5 persons, or with more people of groups that
 *   reach beyond it, and those to spare, than others: its people and those to spare are from half as many to as many, less one
 *   at both ends, whether it must be hidden or not. Kept, it says that some cell has at least half as many, less one, with twice
 *   that to spare, and bounds only cells that must be hidden from above
 */
export function keptShownFrom(
  groups: readonly GroupInCells[],
  tiles: MillipersonsByCell,
  ofOne_people: number,
  earlier_people?: number,
): number {
  const onMap = peopleOnMap(tiles);
  const once: Spare = {
    persons: TO_SPARE,
    people: (people) => Math.max(people * TO_SPARE, people + ofOne_people),
  };
  const twice: Spare = { persons: TO_SPARE ** 2, people: (people) => once.people(once.people(people)) };
  const [least, anew, most] = [NOTHING_TO_SPARE, once, twice].map((spare) =>
    numberAbove(hiddenCells(groups, undefined, spare), onMap, spare),
  );
  const isKept = earlier_people !== undefined && earlier_people >= least && earlier_people <= most;
  return isKept ? earlier_people : anew;
}

function numberAbove(hidden: Iterable<HiddenCell>, onMap: ReadonlyMap<Cell, number>, spare: Spare): number {
  let most = 0;
  for (const { cell } of hidden) most = Math.max(most, spare.people(onMap.get(cell) ?? 0));
  return 2 ** Math.ceil(Math.log2(most + 1));
}

/**
 * Cells at each resolution of the map that rest on fewer than PRIVACY.min_persons_shown persons, or have more than half of their
 * people from groups that reach beyond them, which a few such cells would outline.
 * @param others people who are in no group, by cell
 * @param spare those too that would be hidden with so much more persons needed, or more people of wider groups
 */
export function* hiddenCells(
  groups: readonly GroupInCells[],
  others: ReadonlyMap<Cell, PeopleAlone> = new Map(),
  spare = NOTHING_TO_SPARE,
): Generator<HiddenCell> {
  const alone = [...others].map(
    ([cell, { people, persons }]): GroupInCells => ({
      persons,
      peopleIn: new Map([[parentOf(cell, FINEST_SHOWN.working), people]]),
    }),
  );
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
    for (const [cell, { people, persons, ofWider }] of cells) {
      const isTooFew = persons < spare.persons * PRIVACY.min_persons_shown - ROUNDING;
      if (isTooFew || spare.people(ofWider) > people - ofWider) yield { cell, people, persons, ofWider };
    }
  }
}

function sumsAt(resolution: number, people: ReadonlyMap<Cell, number>): Map<Cell, number> {
  const sums = new Map<Cell, number>();
  for (const [cell, count] of people) addTo(sums, parentOf(cell, resolution), count);
  return sums;
}
