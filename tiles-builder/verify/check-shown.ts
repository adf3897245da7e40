import { cellToParent } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { addTo } from '../numbers/add-to.ts';
import type { PrivacyFile } from '../working/privacy-file.ts';
import { hiddenCells, peopleOnMap } from '../working/shown-from.ts';

/** What the tiles have in a cell of resolution FINEST_SHOWN.working. */
export interface CellOfTiles {
  readonly millipersons: number;
  /** How many cells of the tiles in it anybody is in. */
  readonly occupied: number;
}

/** Each cell of the tiles in one that may be shown can have lost less than a thousandth, also where nothing is left of it. */
const MOST_LOST_MILLIPERSONS = 7 ** (GRID_RESOLUTION - FINEST_SHOWN.working);

/**
 * Shows that the map shows no cell of people at work that it must not show: see `hiddenCells`. The groups are those that the
 * tiles add up to.
 * @param tiles by cells of resolution FINEST_SHOWN.working
 * @param shownFrom people of a cell that is shown
 * @returns how many cells are shown
 * @throws Error that names the first cell for which that does not hold
 */
export function checkShown(
  { groups }: Pick<PrivacyFile, 'groups'>,
  tiles: ReadonlyMap<Cell, CellOfTiles>,
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
  expectTilesOfGroups(tiles, ofGroups);
  const onMap = peopleOnMap(new Map([...tiles].map(([cell, { millipersons }]) => [cell, millipersons])));
  for (const { cell, persons, ofWider } of hiddenCells(inCells)) {
    const people = onMap.get(cell) ?? 0;
    if (people >= shownFrom) {
      throw new Error(
        `the map shows ${cell}, whose ${people} people rest on ${persons} persons, ${ofWider} of them of groups that reach beyond it`,
      );
    }
  }
  return [...onMap.values()].filter((people) => people >= shownFrom).length;
}

function expectTilesOfGroups(
  tiles: ReadonlyMap<Cell, CellOfTiles>,
  ofGroups: ReadonlyMap<Cell, number>,
): void {
  let surplus = 0;
  for (const cell of new Set([...tiles.keys(), ...ofGroups.keys()])) {
    const { millipersons, occupied } = tiles.get(cell) ?? { millipersons: 0, occupied: 0 };
    const expected = MILLIPERSONS * (ofGroups.get(cell) ?? 0);
    const gained = millipersons - expected;
    if (gained > (expected > 0 ? occupied : 0) || gained < -MOST_LOST_MILLIPERSONS) {
      throw new Error(
        `the tiles have ${millipersons / MILLIPERSONS} people in ${cell}, its groups ${expected / MILLIPERSONS}`,
      );
    }
    surplus += gained;
  }
  if (Math.abs(surplus) > 1)
    throw new Error(`the tiles have ${surplus / MILLIPERSONS} people more than all groups`);
}
