import { expect, test } from 'vitest';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { gatherBuildings } from '../../../tiles-builder/sources/gather/gather-buildings.ts';
import { gatherFrom } from '../../support/files/read-extract.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { type TestOsm, type TestRelation, writeOsmPbf } from '../../support/files/write-osm-pbf.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const scratch = scratchFolder();

/** Node 10 · row + column, in thousandths of a degree. */
const grid = Array.from({ length: 100 }, (_, id) => ({
  id,
  lon: (id % 10) / 1000,
  lat: Math.floor(id / 10) / 1000,
}));
const multipolygon = (id: number, members: [number, string][], tags: object = {}): TestRelation => ({
  id,
  members: members.map(([way, role]) => ({ type: 'way', id: way, role })),
  tags: { type: 'multipolygon', ...tags },
});

const town: TestOsm = {
  nodes: grid,
  ways: [
    { id: 1, nodes: [0, 1, 11, 10, 0], tags: { building: 'yes', height: '9' } },
    { id: 2, nodes: [2, 12, 13, 3, 2], tags: { building: 'no' } },
    { id: 3, nodes: [4, 15, 5, 14, 4], tags: { building: 'yes' } },
    { id: 4, nodes: [4, 5, 15], tags: { building: 'yes' } },
    { id: 5, nodes: [6, 7, 999, 6], tags: { building: 'yes' } },
    { id: 10, nodes: [20, 25, 55] },
    { id: 11, nodes: [20, 50, 55] },
    { id: 12, nodes: [31, 32, 42, 41, 31] },
    { id: 13, nodes: [33, 34, 44, 33] },
    { id: 14, nodes: [26, 27, 37, 26] },
    { id: 20, nodes: [60, 65, 95, 90, 60], tags: { building: 'house' } },
    { id: 21, nodes: [71, 72, 82, 71] },
    { id: 22, nodes: [66, 67, 77, 66], tags: { building: 'roof' } },
    { id: 23, nodes: [66, 67, 77, 66], tags: { landuse: 'grass' } },
  ],
  relations: [
    multipolygon(
      100,
      [
        [10, 'outer'],
        [11, 'outer'],
        [12, 'inner'],
        [13, 'inner'],
        [14, 'outer'],
      ],
      { building: 'school' },
    ),
    multipolygon(101, [
      [20, ''],
      [21, 'inner'],
    ]),
    multipolygon(102, [[23, 'outer']], { landuse: 'grass' }),
    multipolygon(
      103,
      [
        [10, 'outer'],
        [777, 'outer'],
      ],
      { building: 'yes' },
    ),
  ],
};

test('buildings of an OSM PBF file are closed ways and multipolygons with their courtyards, never twice', async () => {
  const file = scratch('town.osm.pbf', writeOsmPbf(town));
  const gatherer = gatherBuildings();
  let leftOut = 0;
  const areas = { ...gatherer.areas!, leaveOut: () => void leftOut++ };
  const buildings = await gatherFrom(file, { ...gatherer, areas });
  expect(buildings.map(({ id, tags }) => [id, tags.building])).toEqual([
    ['relation/100', 'school'],
    ['relation/101', 'house'],
    ['way/1', 'yes'],
    ['way/22', 'roof'],
  ]);
  const [school, house, plain] = buildings;
  expect(school!.footprint.map((polygon) => polygon.length)).toEqual([3, 1]);
  expect(house!.footprint.map((polygon) => polygon.length)).toEqual([2]);
  expect(plain!.footprint).toEqual([[rectangle(0, 0, 0.001, 0.001)]]);
  for (const polygon of buildings.flatMap(({ footprint }) => footprint)) {
    polygon.forEach((ring, index) => {
      expect(Math.sign(signedDoubleArea(ring))).toBe(index === 0 ? 1 : -1);
    });
  }
  expect(leftOut).toBe(4);
});
