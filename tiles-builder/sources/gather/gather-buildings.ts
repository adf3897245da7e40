/** Collects building footprints. In files other than OSM without a `building` attribute, polygons count as buildings. */
import type { Building } from '../../base/records.ts';
import type { Gatherer } from '../features.ts';
import { isBuilding } from './is-building.ts';
import { PolygonList } from './polygon-list.ts';

export interface GatheredBuildings {
  readonly buildings: readonly Building[];
  /** Number of buildings with an incomplete or self-intersecting outline. */
  readonly left_out: number;
}

export function gatherBuildings(): Gatherer<GatheredBuildings> {
  const areas = new PolygonList();
  let left_out = 0;
  return {
    areas: {
      wants: isBuilding,
      impliedKey: 'building',
      take: (area) => areas.add(area),
      leaveOut: () => left_out++,
    },
    gathered: () => ({
      buildings: areas.inSourceOrder().map(({ id, polygons, tags }) => ({ id, footprint: polygons, tags })),
      left_out,
    }),
  };
}
