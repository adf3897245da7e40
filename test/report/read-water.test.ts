import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Polygon as GeoJsonPolygon } from 'geojson';
import { expect, test } from 'vitest';
import { UNNAMED } from '../../src/format/envelope.ts';
import type { Position } from '../../src/geo/positions.ts';
import { landArea_km2, readWater } from '../../tiles-builder/report/read-water.ts';
import { gatherMapFeatures, packsOf } from '../support/files/basemap-tiles.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const box = (west: number, south: number, east: number, north: number): Position[] =>
  rectangle(west, south, east, north);

test('a lake with an island, across tiles, is where it is', async () => {
  const folder = temporaryFolderOfTest();
  const features = gatherMapFeatures();
  const lake = [box(0.05, 0.05, 0.45, 0.35), box(0.2, 0.15, 0.3, 0.25)];
  features.areas.take({ polygons: [lake], tags: { natural: 'water' } });
  const packs = await packsOf(features, [[box(0, 0, 0.5, 0.4)]]);
  mkdirSync(join(folder, 'basemap'));
  for (const [name, bytes] of packs) writeFileSync(join(folder, 'basemap', name), bytes);
  const water = readWater(folder, UNNAMED, { west: 0, south: 0, east: 0.5, north: 0.4 });
  // A degree at the equator has 111.2 km; tiles round positions to some 5 m.
  const land_km2 = (0.1 - 0.06 + 0.005) * 111.195 ** 2;
  expect(Math.abs(landArea_km2([[box(0, 0, 0.25, 0.4)]], water) / land_km2 - 1)).toBeLessThan(0.01);
  const isWater = (place: Position): boolean =>
    water.some((polygon) => {
      const coordinates = polygon as unknown as GeoJsonPolygon['coordinates'];
      return booleanPointInPolygon([...place], { type: 'Polygon', coordinates });
    });
  for (let lon = 0.017; lon < 0.5; lon += 0.02) {
    for (let lat = 0.017; lat < 0.4; lat += 0.02) {
      const isIn = (ring: Position[]): boolean =>
        booleanPointInPolygon([lon, lat], {
          type: 'Polygon',
          coordinates: [ring.map((place) => [...place])],
        });
      expect(isWater([lon, lat]), `${lon} ${lat}`).toBe(isIn(lake[0]) && !isIn(lake[1]));
    }
  }
});
