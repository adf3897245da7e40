import { cellToParent } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { COARSEST_SHOWN, FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import type { PrivacyFile } from '../working/privacy-file.ts';
import { hiddenCells } from '../working/shown-from.ts';

/** By so much a cell of the tiles may differ from its groups: each of the cells in it is rounded to a thousandth. */
const ROUNDING_PEOPLE = 7 ** (GRID_RESOLUTION - FINEST_SHOWN.working) / MILLIPERSONS;

/**
 * Shows that the map shows no cell of people at work that it must not show: see `hiddenCells`. The groups are those that the
 * tiles add up to.
 * @param millipersonsIn cells of resolution FINEST_SHOWN.working
 * @param shownFrom people of a cell that is shown
 * @returns how many cells are shown
 * @throws Error that names the first cell for which that does not hold
 */
export function checkShown(
  { groups }: Pick<PrivacyFile, 'groups'>,
  millipersonsIn: ReadonlyMap<Cell, number>,
  shownFrom: number,
): number {
  const inCells = groups.map(({ cell, areas, persons, people_by_cell }) => {
    if (!people_by_cell) throw new Error(`group ${cell} does not say in which cells its people are`);
    const peopleIn = new Map(Object.entries(people_by_cell));
    const reached = new Set(areas.map((area) => cellToParent(area, FINEST_SHOWN.working)));
    for (const beyond of peopleIn.keys()) {
      if (!reached.has(beyond))
        throw new Error(`group ${cell} has people in ${beyond}, where none of its areas is`);
    }
    return { persons, peopleIn };
  });
  const ofGroups = new Map<Cell, number>();
  for (const { peopleIn } of inCells) for (const [cell, people] of peopleIn) addTo(ofGroups, cell, people);
  for (const cell of new Set([...millipersonsIn.keys(), ...ofGroups.keys()])) {
    const [inTiles, expected] = [(millipersonsIn.get(cell) ?? 0) / MILLIPERSONS, ofGroups.get(cell) ?? 0];
    if (Math.abs(inTiles - expected) > ROUNDING_PEOPLE)
      throw new Error(`the tiles have ${inTiles} people in ${cell}, its groups ${expected}`);
  }
  for (const { cell, people, persons, ofWider } of hiddenCells(inCells)) {
    if (people >= shownFrom) {
      throw new Error(
        `the map shows ${cell}, whose ${people} people rest on ${persons} persons, ${ofWider} of them of groups that reach beyond it`,
      );
    }
  }
  return countShown(millipersonsIn, shownFrom);
}

function countShown(millipersonsIn: ReadonlyMap<Cell, number>, shownFrom: number): number {
  let shown = 0;
  for (let resolution = FINEST_SHOWN.working; resolution >= COARSEST_SHOWN; resolution--) {
    const sums = new Map<Cell, number>();
    for (const [cell, sum] of millipersonsIn) addTo(sums, cellToParent(cell, resolution), sum);
    for (const sum of sums.values()) if (Math.round(sum / MILLIPERSONS) >= shownFrom) shown++;
  }
  return shown;
}
