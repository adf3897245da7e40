import { expect, test } from 'vitest';
import { readWater } from '../../support/read-extract.ts';
import { scratchFolder } from '../../support/scratch-file.ts';
import { writeOsmPbf } from '../../support/write-osm-pbf.ts';

const scratch = scratchFolder();

/** Node 10 · row + column lies at (column, row) degrees. */
const nodes = Array.from({ length: 100 }, (_, id) => ({ id, lon: id % 10, lat: Math.floor(id / 10) }));
const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

test('areas, lines and coasts of a PBF file; what runs in tunnels is not to be seen', async () => {
  const ways = [
    { id: 1, nodes: [0, 1, 11, 10, 0], tags: { natural: 'water' } },
    { id: 2, nodes: [20, 25, 75, 70, 20] },
    { id: 3, nodes: [31, 32, 42, 41, 31] },
    { id: 4, nodes: [80, 81, 999, 82], tags: { waterway: 'river' } },
    { id: 5, nodes: [83, 84], tags: { waterway: 'stream' } },
    { id: 6, nodes: [85, 86], tags: { waterway: 'stream', tunnel: 'culvert' } },
    { id: 7, nodes: [90, 91], tags: { natural: 'coastline' } },
    { id: 8, nodes: [50, 51, 61, 60, 50], tags: { natural: 'wood' } },
  ];
  const members = [
    { type: 'way' as const, id: 2, role: 'outer' },
    { type: 'way' as const, id: 3, role: 'inner' },
  ];
  const relations = [{ id: 1, members, tags: { type: 'multipolygon', natural: 'water' } }];
  const file = scratch('water.osm.pbf', writeOsmPbf({ nodes, ways, relations }));
  const water = await readWater(file);
  expect(water.areas.map((polygons) => polygons.map((rings) => rings.length))).toEqual([[2], [1]]);
  expect(water.areas[1]).toEqual([[square]]);
  expect(water.rivers).toEqual([
    [
      [0, 8],
      [1, 8],
      [2, 8],
    ],
  ]);
  expect(water.streams).toHaveLength(1);
  expect(water.coastlines).toEqual([
    [
      [0, 9],
      [1, 9],
    ],
  ]);
});

test('the same of GeoJSON', async () => {
  const features = [
    { properties: { natural: 'water' }, geometry: { type: 'Polygon', coordinates: [square] } },
    { properties: { waterway: 'canal' }, geometry: { type: 'LineString', coordinates: square } },
    { properties: { highway: 'path' }, geometry: { type: 'LineString', coordinates: square } },
  ].map((feature) => ({ type: 'Feature', ...feature }));
  const file = scratch('water.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  expect(await readWater(file)).toEqual({
    areas: [[[square]]],
    rivers: [square],
    streams: [],
    coastlines: [],
  });
});
