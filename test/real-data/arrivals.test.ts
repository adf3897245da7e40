import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_TRAVEL_TIME_S } from '../../src/format/road-model.ts';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { ArrivalComparison } from '../support/roads/compare-arrivals.ts';
import { seededRandom } from '../support/roads/random-roads.ts';
import { realRoads } from '../support/roads/real-roads.ts';

const EXTRACTS = [
  'les-gets',
  'liechtenstein-2022',
  'malta-2018',
  'monaco-2016',
  'porto-roads-2015',
  'rennes-2026',
];
/** 840 make 10,000 in all. */
const PAIRS = Number(process.env.ARRIVAL_PAIRS ?? 60);

describeOnRealData('arrivals of the hierarchy are those of Dijkstra', () => {
  describe.each(EXTRACTS.filter(runsOn))('%s', (extract) => {
    test.each(TRAVELS)(`%s, ${PAIRS} pairs`, async (travel) => {
      const file = join(realDataFolder, 'osm', `${extract}.osm.pbf`);
      const { graph, hierarchy, tiles } = (await realRoads(file, [travel]))[travel];
      const comparison = new ArrivalComparison(graph, hierarchy);
      const random = seededRandom(20_261_121);
      for (let pair = 0; pair < PAIRS; pair++) {
        const edge = Math.floor(random() * graph.edgeTail.length);
        const fraction = Math.floor(random() * 5) / 4;
        // Uniform in the logarithm.
        const limit_ms = Math.round(60_000 * (MAX_TRAVEL_TIME_S[travel] / 60) ** random());
        const leaf = comparison.leafOf(edge);
        const { leaves } = await tiles.readRoadTiles(travel, { separators: [], leaves: [leaf] });
        const origin = comparison.origin(leaves.get(leaf)!, edge, fraction);
        const reach = await searchBounded(origin, limit_ms, travel, tiles);
        expect(comparison.differences(reach), `edge ${edge} from ${fraction} within ${limit_ms} ms`).toEqual(
          [],
        );
      }
    });
  });
});
