import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TRAVELS } from '../../src/format/tile-sets.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { travelOfWays } from '../../tiles-builder/roads/graph/travel-of-ways.ts';
import type { OsmRoads } from '../../tiles-builder/sources/gather/osm-roads.ts';
import type { RoadTags } from '../../tiles-builder/sources/gather/road-tags.ts';
import { readOsmRoads, readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { arrivalsFrom } from '../support/roads/dijkstra.ts';
import { osmWays, retagged } from '../support/roads/osm-roads.ts';

const fileOf = (extract: string): string => join(realDataFolder, `osm/${extract}.osm.pbf`);
const isFerry = ({ route, highway }: RoadTags): boolean => route === 'ferry' && highway === undefined;
const HARBOUR_FERRY = 166_399_542;

describeOnRealData('ferries', () => {
  /** Malta's ferry to Italy alone has a duration and takes cars. */
  test.for([
    ['monaco-2016', [], []],
    ['malta-2018', [], [216_267_459]],
  ] as const)('%s: those that carry somebody', async ([extract, onFoot, byCar]) => {
    const roads = await readOsmRoads(fileOf(extract));
    const ferries = (travel: (typeof TRAVELS)[number]): number[] =>
      osmWays(roads)
        .filter(({ tags }, way) => isFerry(tags) && travelOfWays(roads, travel)(way))
        .map(({ id }) => id);
    expect(ferries('pedestrian')).toEqual(onFoot);
    expect(ferries('motorized')).toEqual(byCar);
    expect(osmWays(roads).filter(({ tags }) => isFerry(tags)).length).toBeGreaterThan(byCar.length);
  });

  test('nobody crosses the harbour of Monaco by a boat without a timetable', async () => {
    const { roads, known: area } = await readRoadData(fileOf('monaco-2016'));
    const ferry = osmWays(roads).find(({ id }) => id === HARBOUR_FERRY)!;
    const [quay, otherQuay] = [ferry.nodes[0], ferry.nodes[ferry.nodes.length - 1]];
    const walk_ms = (known: OsmRoads): number => {
      const graph = buildRoadGraph(known, 'pedestrian', area);
      const nodeAt = (node: number): number =>
        graph.nodeLon.findIndex(
          (lon, i) => lon === known.nodeLon[node] && graph.nodeLat[i] === known.nodeLat[node],
        );
      return arrivalsFrom(graph, new Map([[nodeAt(quay), 0]]), 3_600_000)[nodeAt(otherQuay)];
    };
    const around_ms = walk_ms(retagged(roads, (way) => (way.id === ferry.id ? {} : way.tags)));
    expect(around_ms).toBeGreaterThan(10 * 60_000);
    expect(walk_ms(roads)).toBe(around_ms);

    const timetable = { duration: '00:04', interval: '00:08' };
    const across_ms = walk_ms(
      retagged(roads, (way) => (way.id === ferry.id ? { ...way.tags, ...timetable } : way.tags)),
    );
    expect(across_ms / 60_000).toBeCloseTo(4 + 8 / 2, 2);
  });
});
