/** Collects building footprints. In files other than OSM without a `building` attribute, polygons count as buildings. */
import type { Building } from '../../base/records.ts';
import type { Gatherer } from '../features.ts';
import { isBuilding } from './is-building.ts';
import { PolygonList } from './polygon-list.ts';

export function gatherBuildings(): Gatherer<readonly Building[]> {
  const areas = new PolygonList();
  return {
    areas: {
      wants: isBuilding,
      impliedKey: 'building',
      take: (area) => areas.add(area),
    },
    gathered: () =>
      areas.inSourceOrder().map(({ id, polygons, tags }) => ({ id, footprint: polygons, tags })),
  };
}
