/** Shows in the map's legend the entries that answers for the current place have. */

import { TRAVELS } from '../../format/tile-sets.ts';
import { type AnsweredRow, totalsOf } from '../count-result.ts';
import { byId } from './elements.ts';

/** @param isCompared places have colours, and travel modes kinds of lines alone */
export function showLegend(rows: readonly AnsweredRow[], isCompared: boolean): void {
  const reached = totalsOf(rows).flatMap(({ row }) => (row.isKept ? [] : [row.reach?.travel]));
  byId('legend').classList.toggle('compared', isCompared);
  for (const travel of TRAVELS) {
    byId(`legend-${travel}`).hidden = !reached.includes(travel);
  }
}
