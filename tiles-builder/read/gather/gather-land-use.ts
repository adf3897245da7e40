/** Areas whose use tells whether people live in the buildings there. */
import { dwellingShareOfArea } from '../../living/dwelling-defaults.ts';
import type { Area, Gatherer } from '../features.ts';
import { AreaList } from './area-list.ts';

export function gatherLandUse(): Gatherer<readonly Area[]> {
  const areas = new AreaList();
  return {
    areas: { wants: (tags) => dwellingShareOfArea(tags) !== null, take: (area) => areas.add(area) },
    gathered: () => areas.inSourceOrder(),
  };
}
