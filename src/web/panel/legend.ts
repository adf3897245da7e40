/** Shows in the map's legend the entries that answers for the current place have. */
import { type AnsweredRow, totalsOf } from '../count-result.ts';
import { byId } from './elements.ts';

/** @param isCompared places have colours, and travel modes kinds of lines alone */
export function showLegend(own: readonly AnsweredRow[], isCompared: boolean): void {
  byId('legend').classList.toggle('compared', isCompared);
  for (const travel of ['pedestrian', 'motorized']) {
    byId(`legend-${travel}`).hidden = !totalsOf(own).some(({ row }) => row.reach?.travel === travel);
  }
}
