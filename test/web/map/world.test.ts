import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Feature, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { SEAS } from '../../../src/web/map/world.ts';

test.each([
  ['Paris', 2.35, 48.85, false],
  ['Moscow', 37.6, 55.75, false],
  ['Denver', -105, 39.7, false],
  ['Brasília', -47.9, -15.8, false],
  ['Nairobi', 36.8, -1.3, false],
  ['Alice Springs', 133.9, -23.7, false],
  ['the Atlantic', -30, 40, true],
  ['the Pacific', -150, 0, true],
  ['the North Sea', 3, 56, true],
  ['the Mediterranean', 18, 35, true],
  ['the Caspian Sea', 51, 40, true],
])('%s is land or sea', (_, lon, lat, isSea) => {
  const seas = SEAS.features as Feature<Polygon>[];
  expect(seas.some((sea) => booleanPointInPolygon([lon, lat], sea))).toBe(isSea);
});
