/** Areas whose use tells whether people live in the buildings there. */
import { dwellingShareOfArea } from '../../living/dwelling-defaults.ts';
import type { Area, Gatherer } from '../features.ts';
import { inSourceOrder } from './in-source-order.ts';

export function gatherLandUse(): Gatherer<readonly Area[]> {
  const areas: Area[] = [];
  return {
    areas: { wants: (tags) => dwellingShareOfArea(tags) !== null, take: (area) => areas.push(area) },
    gathered: () => inSourceOrder(areas),
  };
}
