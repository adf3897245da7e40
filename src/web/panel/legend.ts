/** Shows the entries of the map's legend that the current place's answers have. */
import type { AnsweredRow } from '../count-result.ts';
import { byId } from './elements.ts';

/** @param isCompared places have colours, and travel modes kinds of lines alone */
export function showLegend(own: readonly AnsweredRow[], isCompared: boolean): void {
  byId('legend').classList.toggle('compared', isCompared);
  const answers = own.flatMap(({ row, results }) =>
    results.flatMap((result) =>
      result.kind === 'total' ? [{ travel: row.reach?.travel, gridZones: result.gridZones }] : [],
    ),
  );
  const has = {
    pedestrian: answers.some(({ travel }) => travel === 'pedestrian'),
    motorized: answers.some(({ travel }) => travel === 'motorized'),
    'grid-zone': own.length === 1 && answers.some(({ gridZones }) => gridZones.length > 0),
  };
  for (const [name, isThere] of Object.entries(has)) byId(`legend-${name}`).hidden = !isThere;
}
