import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { MultiPolygon } from 'geojson';
import { expect, test } from 'vitest';
import { displayShape } from '../../../src/web/map/display-shape.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const ring = (...box: [number, number, number, number]): [number, number][] =>
  [...rectangle(...box)] as [number, number][];

/** A square of one degree at the equator, less what is cut out, and islands east of it. */
const zone: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [[0, 0], [1, 0], [1, 0.49], [0.4, 0.49], [0.4, 0.51], [1, 0.51], [1, 1], [0, 1], [0, 0.8], [0.3, 0.8], [0.3, 0.6], [0, 0.6], [0, 0]], // biome-ignore format: one line
      ring(0.1, 0.1, 0.13, 0.13).toReversed(),
      ring(0.5, 0.1, 0.8, 0.4).toReversed(),
    ],
    [ring(1.2, 0, 1.22, 0.02)],
    [ring(1.2, 0.5, 1.4, 0.7)],
  ],
};
const places: [string, number, number, boolean][] = [
  ['the zone', 0.2, 0.3, true],
  ['a narrow gap', 0.7, 0.5, true],
  ['a wide bay', 0.1, 0.7, false],
  ['a small hole', 0.115, 0.115, true],
  ['a large hole', 0.65, 0.25, false],
  ['a small island', 1.21, 0.01, false],
  ['a large island', 1.3, 0.6, true],
  ['what lies outside', 1.1, 0.3, false],
];

test.each(places)('%s is drawn or not', (_, lon, lat, isDrawn) => {
  expect(booleanPointInPolygon([lon, lat], displayShape(zone))).toBe(isDrawn);
});

test('what is convex keeps its size to within a hundredth, and is made once', () => {
  const square = { type: 'Polygon' as const, coordinates: [ring(10, 50, 10.2, 50.1)] };
  const shape = displayShape(square);
  const lons = shape.coordinates.flat(2).map(([lon]) => lon);
  const lats = shape.coordinates.flat(2).map(([, lat]) => lat);
  for (const [
    found,
    expected,
  ] of [[Math.min(...lons), 10], [Math.max(...lons), 10.2], [Math.min(...lats), 50], [Math.max(...lats), 50.1]]) // biome-ignore format: one line
    expect(Math.abs(found - expected)).toBeLessThan(0.002);
  expect(displayShape(square)).toBe(shape);
});
