import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import type { Position } from '../../src/geo/positions.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { areaOf, computeIsochrone, filledHole_m2 } from '../../src/isochrone/compute-isochrone.ts';
import { pixelsAroundWorld } from '../../src/isochrone/pixel-grid.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { OUTLINE_TOLERANCE_M } from '../../src/limits.ts';
import type { RoadTiles } from '../../src/storage/dataset-reader.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { alone } from '../support/roads/alone.ts';
import { placesOnStreets, realRoads } from '../support/roads/real-roads.ts';
import { partsBeyond } from '../support/zones/nested-zones.ts';
import { faultsOfOutline } from '../support/zones/valid-outline.ts';

const ORIGINS = Number(process.env.ISOCHRONE_ORIGINS ?? 2);
const EXTRACTS = [
  'les-gets',
  'monaco-2016',
  'liechtenstein-2022',
  'malta-2018',
  'rennes-2026',
  'porto-roads-2015',
];
const TIMES_S = {
  pedestrian: [60, 300, 600, 900, 1_800, 7_200],
  motorized: [60, 300, 600, 900, 901, 1_200, 1_800, 3_600],
};

/** Takes no tile as a whole. */
async function areaOfEveryRoad(place: Position, travel: Travel, time_s: number, tiles: RoadTiles) {
  const snapped = await snapOrigin(place, travel, tiles);
  if (!snapped.ok) throw new Error(JSON.stringify(snapped.failure));
  const reach = await searchBounded(snapped.value, time_s * 1_000, travel, tiles);
  return areaOf(
    [reach],
    { travel, pixels: pixelsAroundWorld(travel, time_s) },
    filledHole_m2(travel, time_s),
  );
}

describeOnRealData('isochrones on real roads', () => {
  test.each(EXTRACTS.filter(runsOn))(
    '%s: outlines are valid and nested, the same with whole tiles and without',
    { timeout: 60_000 * (1 + ORIGINS) },
    async (name) => {
      const roads = await realRoads(join(realDataFolder, `osm/${name}.osm.pbf`), TRAVELS);
      for (const travel of TRAVELS) {
        const { graph, tiles } = roads[travel];
        for (const place of placesOnStreets(graph, ORIGINS, 1)) {
          let shorter: Awaited<ReturnType<typeof computeIsochrone>> | undefined;
          for (const time_s of TIMES_S[travel]) {
            const result = await computeIsochrone({ origin: place, travel, time_s }, alone(tiles));
            const where = `${travel} ${time_s} s from ${place}`;
            if (!result.ok) throw new Error(`${where}: ${JSON.stringify(result.failure)}`);
            expect(faultsOfOutline(result.value.zone), where).toEqual([]);
            expect(result.value.zone, where).toEqual(await areaOfEveryRoad(place, travel, time_s, tiles));
            if (shorter?.ok) {
              const beyond = partsBeyond(shorter.value.zone, result.value.zone, OUTLINE_TOLERANCE_M[travel]);
              expect(beyond, where).toEqual([]);
            }
            shorter = result;
          }
        }
      }
    },
  );
});
