/** Shows the entries of the map's legend that the current place's answers have. */
import type { AnsweredRow } from '../count-result.ts';
import { byId } from './elements.ts';

/** @param isCompared places have colours, and travel modes kinds of lines alone */
export function showLegend(own: readonly AnsweredRow[], isCompared: boolean): void {
  byId('legend').classList.toggle('compared', isCompared);
  for (const travel of ['pedestrian', 'motorized']) {
    const isThere = own.some(
      ({ row: { reach }, results }) =>
        reach?.travel === travel && results.some(({ kind }) => kind === 'total'),
    );
    byId(`legend-${travel}`).hidden = !isThere;
  }
}
