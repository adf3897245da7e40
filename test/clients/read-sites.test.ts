import { expect, test } from 'vitest';
import { polygonsOf } from '../../src/clients/read-sites.ts';

const RING = [[0, 0], [1, 0], [1, 1], [0, 0]]; // biome-ignore format: one line

test.each([
  ['POLYGON ((0 0, 1 0, 1 1, 0 0))', { type: 'Polygon', coordinates: [RING] }],
  ['Polygon\n((0 0,\n\t1 0,\r\n1 1, 0 0))', { type: 'Polygon', coordinates: [RING] }],
  ['MULTIPOLYGON(((0 0,1 0,1 1,0 0)))', { type: 'MultiPolygon', coordinates: [[RING]] }],
  ['LINESTRING (0 0, 1 0)', null],
  ['POLYGON ((0 0, 1 0', null],
  ['no zone', null],
])('polygons are read from well-known text: %j', (wkt, expected) => {
  expect(polygonsOf(wkt)).toEqual(expected);
});
