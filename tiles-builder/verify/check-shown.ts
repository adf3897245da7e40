import { cellToParent } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { COARSEST_SHOWN, FINEST_SHOWN } from '../../src/format/shown-cells.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { PRIVACY } from '../working/parameters.ts';
import type { PrivacyFile } from '../working/privacy-file.ts';

/**
 * Shows that groups with enough persons together reach into each cell of people at work that the map shows.
 * @param millipersonsIn cells of resolution FINEST_SHOWN.working
 * @param shownFrom people of a cell that is shown
 * @returns how many cells are shown
 * @throws Error that names the first cell that too few persons can be behind
 */
export function checkShown(
  { groups }: PrivacyFile,
  millipersonsIn: ReadonlyMap<Cell, number>,
  shownFrom: number,
): number {
  let shown = 0;
  for (let resolution = FINEST_SHOWN.working; resolution >= COARSEST_SHOWN; resolution--) {
    const sums = new Map<Cell, number>();
    for (const [cell, sum] of millipersonsIn) {
      const parent = cellToParent(cell, resolution);
      sums.set(parent, (sums.get(parent) ?? 0) + sum);
    }
    const behind = new Map<Cell, number>();
    for (const { areas, persons } of groups) {
      for (const cell of new Set(areas.map((area) => cellToParent(area, resolution)))) {
        behind.set(cell, (behind.get(cell) ?? 0) + persons);
      }
    }
    for (const [cell, sum] of sums) {
      if (Math.round(sum / MILLIPERSONS) < shownFrom) continue;
      shown++;
      const persons = behind.get(cell) ?? 0;
      if (persons < PRIVACY.min_persons_shown) {
        throw new Error(
          `the map shows ${cell}, behind which are at most ${persons} persons, fewer than ${PRIVACY.min_persons_shown}`,
        );
      }
    }
  }
  return shown;
}
