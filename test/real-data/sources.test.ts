import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { polygon } from '@turf/helpers';
import { describe, expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { JobThreads } from '../../tiles-builder/base/threads/job-threads.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { cutRoadTiles } from '../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { tileSetInMemory } from '../support/datasets/stored-tile-sets.ts';
import { readBoundary, readBuildings, readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { osmWays } from '../support/roads/osm-roads.ts';

/**
 * From the data's own description. Excluded: cut or self-crossing outlines, those of building relations, relations other than
 * multipolygons.
 */
const extracts = [
  { name: 'les-gets', highways: 1275, buildings: 2786, left_out: 0 },
  { name: 'liechtenstein-2022', highways: 7577, buildings: 17_653, left_out: 1 },
  { name: 'malta-2018', highways: 26_197, buildings: 13_288, left_out: 13 },
  { name: 'monaco-2016', highways: 2927, buildings: 23_373, left_out: 46 },
  { name: 'porto-roads-2015', highways: 51_349, buildings: 11, left_out: 0 },
  { name: 'rennes-2026', highways: 11_114, buildings: 70_976, left_out: 0 },
];

describeOnRealData('extracts', () => {
  describe.each(extracts.filter(({ name }) => runsOn(name)))(
    '$name',
    ({ name, highways, buildings, left_out }) => {
      const file = join(realDataFolder, 'osm', `${name}.osm.pbf`);

      test('has as many roads as described, and tiles of them', async () => {
        const { roads, known } = await readRoadData(file);
        expect(osmWays(roads).filter((way) => way.tags.highway !== undefined)).toHaveLength(highways);
        for (const travel of TRAVELS) {
          const graph = buildRoadGraph(roads, travel, known);
          expect(graph.edgeTail.length).toBeGreaterThan(highways / 3);
          const { add, objects } = tileSetInMemory(travel);
          const figures = await cutRoadTiles(graph, travel, add, {
            scratch: tmpdir(),
            threads: new JobThreads(1),
          });
          expect(figures.nodes).toBe(graph.nodeFlags.length);
          expect(objects.size).toBeGreaterThan(1);
        }
      });

      test('has as many buildings as described, but for those listed twice or without a whole outline', async () => {
        expect(await readBuildings(file)).toHaveLength(buildings - left_out);
      });
    },
  );
});

describeOnRealData('census', () => {
  test('the commune of Beausoleil has 12,324 people by square centres', async () => {
    const [boundary] = await readBoundary(join(realDataFolder, 'osm/monaco-2016.osm.pbf'), 174_562);
    const commune = polygon(boundary as [number, number][][]);
    const units = await readCensus(
      {
        file: join(realDataFolder, 'census/filosofi2019_200m_riviera.csv'),
        square: 'idcar_200m',
        population: 'ind',
      },
      () => {},
    );
    const inside = [...units].filter(({ outline: [polygon] }) => {
      const centre = [0, 1].map((axis) => (polygon![0][0][axis] + polygon![0][2][axis]) / 2) as [
        number,
        number,
      ];
      return booleanPointInPolygon(centre, commune);
    });
    expect(inside).toHaveLength(51);
    expect(inside.reduce((sum, unit) => sum + unit.people, 0)).toBe(12_324);
  });
});
