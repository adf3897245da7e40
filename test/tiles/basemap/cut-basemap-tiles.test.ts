import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { basemapName } from '../../../src/format/object-keys.ts';
import { MISSING_NODE } from '../../../tiles-builder/read/gather/osm-roads.ts';
import { cutBasemapTiles, tilesOf } from '../../../tiles-builder/tiles/basemap/cut-basemap-tiles.ts';
import { streetFeatures } from '../../../tiles-builder/tiles/basemap/street-features.ts';
import { waterFeatures } from '../../../tiles-builder/tiles/basemap/water-features.ts';
import { osmRoads } from '../../support/osm-roads.ts';

/** A main street along the equator and a path that crosses it, over a box of 0.02 degrees. */
const roads = osmRoads({
  ways: [
    { id: 1, tags: { highway: 'primary', name: 'Rue de l’Équateur' }, nodes: Int32Array.of(0, 1, 2) },
    { id: 2, tags: { highway: 'footway' }, nodes: Int32Array.of(3, 1, MISSING_NODE, 4, 2) },
    { id: 3, tags: { highway: 'proposed' }, nodes: Int32Array.of(0, 4) },
  ],
  nodeLon: Int32Array.of(10, 20, 30, 20, 30).map((n) => n * 1e4),
  nodeLat: Int32Array.of(10, 10, 10, 20, 20).map((n) => n * 1e4),
});
const square = (south: number, north: number) => [
  [
    [
      [south, south],
      [north, south],
      [north, north],
      [south, north],
      [south, south],
    ],
  ] as const,
];
const coverage = square(0, 0.04);

function cut(): Map<string, Uint8Array> {
  const water = { areas: [square(0.012, 0.014)], rivers: [], streams: [], coastlines: [] };
  const features = [...waterFeatures(water, coverage), ...streetFeatures(roads)];
  const objects = new Map<string, Uint8Array>();
  cutBasemapTiles(features, coverage, (name, object) => objects.set(name, object));
  return objects;
}

/** The features of the tile at a zoom level around [0.01, 0.01], as GeoJSON. */
function featuresAt(objects: Map<string, Uint8Array>, zoom: number, layerName: string) {
  const [[x, y]] = [...tilesOf({ west: 0.01, east: 0.01, south: 0.01, north: 0.01 }, zoom)] as [
    [number, number],
  ];
  const layer = new VectorTile(new PbfReader(objects.get(basemapName(zoom, x, y))!)).layers[layerName];
  if (!layer) return [];
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i).toGeoJSON(x, y, zoom));
}

test('streets keep their place, class and name; runs end where a node is missing', () => {
  const lines = featuresAt(cut(), 13, 'streets');
  expect(lines.map(({ properties }) => properties)).toEqual([
    { class: 'major', name: 'Rue de l’Équateur' },
    { class: 'path' },
    { class: 'path' },
  ]);
  const expected = [
    [
      [0.01, 0.01],
      [0.03, 0.01],
    ],
    [
      [0.02, 0.02],
      [0.02, 0.01],
    ],
    [
      [0.03, 0.02],
      [0.03, 0.01],
    ],
  ];
  for (const [i, { geometry }] of lines.entries()) {
    const positions = geometry.type === 'LineString' ? geometry.coordinates : [];
    for (const [j, [lon, lat]] of [positions.at(0)!, positions.at(-1)!].entries()) {
      expect(lon).toBeCloseTo(expected[i]![j]![0]!, 4);
      expect(lat).toBeCloseTo(expected[i]![j]![1]!, 4);
    }
  }
});

test('water keeps its place', () => {
  const [lake] = featuresAt(cut(), 14, 'water');
  expect(lake!.properties).toEqual({ class: 'area' });
  const [ring] = lake!.geometry.type === 'Polygon' ? lake!.geometry.coordinates : [];
  const lons = ring!.map(([lon]) => lon!);
  expect(Math.min(...lons)).toBeCloseTo(0.012, 4);
  expect(Math.max(...lons)).toBeCloseTo(0.014, 4);
});

test('far out only main streets are drawn, and no tile is empty', () => {
  const objects = cut();
  expect(featuresAt(objects, 8, 'streets').map(({ properties }) => properties?.class)).toEqual(['major']);
  for (const bytes of objects.values()) expect(bytes.byteLength).toBeGreaterThan(0);
});
