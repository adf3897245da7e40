import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/road-tile.ts';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import { OUTLINE_TOLERANCE_M } from '../../src/limits.ts';
import { farthestOutside_m } from '../support/nested-zones.ts';
import { describeOnRealData, realDataFolder } from '../support/real-data.ts';
import { placesOnStreets, realRoads } from '../support/real-roads.ts';
import { faultsOfOutline } from '../support/valid-outline.ts';

const ORIGINS = Number(process.env.ISOCHRONE_ORIGINS ?? 2);
const EXTRACTS = [
  'les-gets',
  'monaco-2016',
  'liechtenstein-2022',
  'malta-2018',
  'rennes-2026',
  'porto-roads-2015',
];
const TIMES_S = { pedestrian: [60, 300, 900, 1_800], motorized: [60, 300, 600, 601, 1_800, 1_801] };

describeOnRealData('isochrones on real roads', () => {
  test.each(EXTRACTS)('%s: outlines are valid and nested', { timeout: 600_000 }, async (name) => {
    const roads = await realRoads(join(realDataFolder, `osm/${name}.osm.pbf`), TRAVELS);
    for (const travel of TRAVELS) {
      const { graph, tiles } = roads[travel];
      for (const place of placesOnStreets(graph, ORIGINS, 1)) {
        let shorter: Awaited<ReturnType<typeof computeIsochrone>> | undefined;
        for (const time_s of TIMES_S[travel]) {
          const result = await computeIsochrone({ origin: place, travel, time_s }, tiles);
          const where = `${travel} ${time_s} s from ${place}`;
          if (!result.ok) throw new Error(`${where}: ${JSON.stringify(result.failure)}`);
          expect(faultsOfOutline(result.value.zone), where).toEqual([]);
          if (shorter?.ok && result.value.zone.flat(2).length < 1_500) {
            const outside_m = farthestOutside_m(shorter.value.zone, result.value.zone);
            expect(outside_m, where).toBeLessThanOrEqual(OUTLINE_TOLERANCE_M[travel]);
          }
          shorter = result;
        }
      }
    }
  });
});
