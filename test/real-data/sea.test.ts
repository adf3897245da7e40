import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { classifyRings, type VectorTileFeature } from '@mapbox/vector-tile';
import earcut, { flatten } from 'earcut';
import { expect, test } from 'vitest';
import { boxOfTile, type MapTile, tilesTouching } from '../../src/geo/map-tiles.ts';
import { boundingBoxOf, type Position, type Zone } from '../../src/geo/positions.ts';
import type { Tags } from '../../tiles-builder/base/records.ts';
import { polygonInBox } from '../../tiles-builder/geometry/clip-to-box.ts';
import { seaInBox } from '../../tiles-builder/geometry/sea.ts';
import { knownPositions, type Line } from '../../tiles-builder/sources/features.ts';
import { isCoastline } from '../../tiles-builder/sources/gather/gather-borders-and-coasts.ts';
import { readOsmFile } from '../../tiles-builder/sources/osm/read-osm-file.ts';
import { gatherMapFeatures, packsOf, shownIn } from '../support/files/basemap-tiles.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';

const BOX = { west: 14.48, south: 35.82, east: 14.57, north: 35.93 };
const ZOOM = 14;
const UNITS = 4_096;
const ROUNDING = 0.001;

function filledShare(features: readonly VectorTileFeature[]): number {
  let doubled = 0;
  for (const feature of features) {
    for (const polygon of classifyRings(feature.loadGeometry())) {
      const { vertices, holes, dimensions } = flatten(
        polygon.map((ring) => ring.map(({ x, y }) => [x, y] as const)) as never,
      );
      const corners = earcut(vertices, holes, dimensions);
      for (let i = 0; i < corners.length; i += 3) {
        const triangle = [corners[i], corners[i + 1], corners[i + 2], corners[i]].map(
          (at): Position => [vertices[2 * at], vertices[2 * at + 1]],
        );
        const inTile = polygonInBox([triangle], { west: 0, south: 0, east: UNITS, north: UNITS });
        if (inTile) doubled += Math.abs(doubleArea(inTile[0]));
      }
    }
  }
  return doubled / 2 / UNITS ** 2;
}

const doubleArea = (ring: readonly Position[]): number =>
  ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0);

/** By 4,096 lines: length between odd and even crossings. */
function countedShare(sea: Zone, tile: MapTile): number {
  const { west, south, east, north } = boxOfTile(tile);
  const edges = sea.flat().flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to] as const));
  const near = edges.filter(([a, b]) => Math.min(a[1], b[1]) <= north && Math.max(a[1], b[1]) >= south);
  let length = 0;
  for (let line = 0; line < UNITS; line++) {
    const lat = south + ((north - south) * (line + 0.5)) / UNITS;
    const crossings = near
      .filter(([a, b]) => a[1] > lat !== b[1] > lat)
      .map(([a, b]) => a[0] + ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]))
      .sort((a, b) => a - b);
    for (let i = 0; i < crossings.length; i += 2) {
      length += Math.max(0, Math.min(east, crossings[i + 1]) - Math.max(west, crossings[i]));
    }
  }
  return length / (east - west) / UNITS;
}

describeOnRealData('the sea in the harbours of Malta', () => {
  test('each tile is filled where the coast says that there is water', { timeout: 300_000 }, async () => {
    const features = gatherMapFeatures();
    const coastlines: Position[][] = [];
    const coasts = {
      lines: {
        wants: (tags: Tags): boolean => isCoastline(tags),
        take: (line: Line): void => void coastlines.push(knownPositions(line)),
      },
    };
    const file = join(realDataFolder, 'osm/malta-2018.osm.pbf');
    await readOsmFile(file, [features, coasts], { progress: () => {}, scratch: tmpdir() });
    const lons = coastlines.flat().map(([lon]) => lon);
    const lats = coastlines.flat().map(([, lat]) => lat);
    const [west, east] = [Math.min(...lons) - 0.05, Math.max(...lons) + 0.05];
    const [south, north] = [Math.min(...lats) - 0.05, Math.max(...lats) + 0.05];
    const coverage: Zone = [
      [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // biome-ignore format: one line
    ];
    const sea = seaInBox(coastlines, coverage);
    expect(boundingBoxOf(sea.flat())).toEqual(boundingBoxOf(coverage.flat()));
    const packs = await packsOf(features, coverage);
    const { firstX, lastX, firstY, lastY } = tilesTouching(BOX, ZOOM);
    const shares: [name: string, filled: number, counted: number][] = [];
    for (let x = firstX; x <= lastX; x++) {
      for (let y = firstY; y <= lastY; y++) {
        const tile = { zoom: ZOOM, x, y };
        const shown = shownIn(packs, tile, 'water').filter(({ properties }) => properties.class === 'sea');
        shares.push([`${x}/${y}`, filledShare(shown), countedShare(sea, tile)]);
      }
    }
    expect(shares.map(([name]) => name)).toEqual(expect.arrayContaining(['8852/6439', '8854/6443']));
    for (const [tile, filled, counted] of shares) {
      expect(Math.abs(filled - counted), `${tile}: ${filled} for ${counted}`).toBeLessThan(ROUNDING);
    }
  });
});
