import { describe, expect, test } from 'vitest';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import { NOWHERE } from '../../../tiles-builder/sources/features.ts';
import { MISSING_NODE } from '../../../tiles-builder/sources/gather/osm-roads.ts';
import { readOsmRoads } from '../../support/files/read-extract.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { type TestRelation, writeOsmPbf } from '../../support/files/write-osm-pbf.ts';
import { osmWays } from '../../support/roads/osm-roads.ts';

const scratch = scratchFolder();

describe('an OSM PBF file', () => {
  const bytes = writeOsmPbf({
    nodes: [
      { id: 10, lon: 7.1, lat: 43.1, tags: { barrier: 'bollard' } },
      { id: 20, lon: 7.2, lat: 43.2, tags: { highway: 'crossing' } },
      { id: 30, lon: 7.3, lat: 43.3 },
      { id: 40, lon: 7.9, lat: 43.9 },
    ],
    ways: [
      { id: 1, nodes: [30, 10, 99, 20], tags: { highway: 'primary' } },
      { id: 2, nodes: [10, 20], tags: { route: 'ferry' } },
      { id: 3, nodes: [20, 40], tags: { waterway: 'river' } },
    ],
    relations: [
      restriction(5, [
        ['way', 1, 'from'],
        ['node', 10, 'via'],
        ['way', 2, 'to'],
      ]),
      restriction(6, [
        ['way', 1, 'from'],
        ['way', 3, 'via'],
        ['way', 2, 'to'],
      ]),
      restriction(7, [
        ['way', 1, 'from'],
        ['node', 99, 'via'],
        ['way', 2, 'to'],
      ]),
    ],
  });

  test('gives rivers, banks, railways and motorways as barriers, but for bridges and tunnels', async () => {
    const nodes = [1, 2, 3, 4, 5, 6].map((id) => ({ id, lon: 7 + id / 10, lat: 43 + id / 100 }));
    const tagged: readonly [nodes: number[], tags: Tags][] = [
      [[1, 2], { waterway: 'river' }],
      [[1, 99, 3], { railway: 'rail' }],
      [[3, 4], { railway: 'rail', bridge: 'yes' }],
      [[4, 5], { highway: 'motorway', tunnel: 'yes' }],
      [[5, 6], { highway: 'motorway' }],
      [[1, 2], { waterway: 'stream' }],
    ];
    const triangle = [...nodes, { id: 7, lon: 7, lat: 44 }];
    const ways = tagged.map(([nodes, tags], i) => ({ id: i + 1, nodes, tags }));
    ways.push({ id: 9, nodes: [1, 6, 7, 1], tags: { natural: 'water' } });
    const file = scratch('waters.osm.pbf', writeOsmPbf({ nodes: triangle, ways, relations: [] }));
    const { barrierLon } = await readOsmRoads(file);
    const lines = [...barrierLon]
      .map((lon) => (lon === NOWHERE ? '/' : String(Math.round(lon / 1e6))))
      .join(' ');
    expect(lines).toBe('71 72 / 71 / 73 / 75 76 / 71 76 70 71 /');
  });

  test('gives its roads and ferries with the nodes that it has', async () => {
    const roads = await readOsmRoads(scratch('town.osm.pbf', bytes));
    const ways = osmWays(roads);
    expect(ways.map(({ id, tags }) => ({ id, tags }))).toEqual([
      { id: 1, tags: { highway: 'primary' } },
      { id: 2, tags: { route: 'ferry' } },
    ]);
    const lonOf = (node: number): number | null => (node === MISSING_NODE ? null : roads.nodeLon[node]);
    expect([...ways[0].nodes].map(lonOf)).toEqual([73_000_000, 71_000_000, null, 72_000_000]);
    expect([...ways[1].nodes].map(lonOf)).toEqual([71_000_000, 72_000_000]);
    const { barriers, restrictions, tagCombinations } = roads;
    expect([...barriers.nodes].map(lonOf)).toEqual([71_000_000]);
    expect(tagCombinations[barriers.tags[0]]).toEqual({ barrier: 'bollard' });
    expect([...restrictions.viaNodes].map(lonOf)).toEqual([71_000_000]);
    expect(tagCombinations[restrictions.tags[0]]).toEqual({ restriction: 'no_left_turn' });
    const { firstFrom, firstTo } = restrictions;
    expect([[...firstFrom], [...firstTo], [...restrictions.ways]]).toEqual([[0, 2], [1], [0, 1]]);
  });

  test("gives a ferry its line's tags, and its duration if the line has no other ferry", async () => {
    const line = (id: number, ways: number[], tags: Record<string, string>): TestRelation => ({
      id,
      members: ways.map((way) => ({ type: 'way', id: way, role: '' })),
      tags: { type: 'route', route: 'ferry', ...tags },
    });
    const ferry = { route: 'ferry' };
    const lines = writeOsmPbf({
      nodes: [10, 20, 30].map((id) => ({ id, lon: id / 1_000, lat: id / 1_000 })),
      ways: [
        { id: 1, nodes: [10, 20], tags: { highway: 'primary' } },
        { id: 2, nodes: [10, 20], tags: ferry },
        { id: 3, nodes: [10, 20], tags: { ...ferry, interval: '15' } },
        { id: 4, nodes: [20, 30], tags: ferry },
        { id: 5, nodes: [20, 30], tags: ferry },
      ],
      relations: [
        line(6, [2], { interval: '30', duration: '10' }),
        line(7, [3, 4], { interval: '60', duration: '20' }),
        line(8, [1], { interval: '5' }),
      ],
    });
    const ways = osmWays(await readOsmRoads(scratch('ferries.osm.pbf', lines)));
    const found = ways.map(({ tags: { duration, interval } }) => [duration, interval]);
    expect(found).toEqual([
      [undefined, undefined],
      ['10', '30'],
      [undefined, '15'],
      [undefined, '60'],
      [undefined, undefined],
    ]);
  });
});

function restriction(id: number, members: readonly ['node' | 'way', number, string][]): TestRelation {
  return {
    id,
    members: members.map(([type, member, role]) => ({ type, id: member, role })),
    tags: { type: 'restriction', restriction: 'no_left_turn' },
  };
}
