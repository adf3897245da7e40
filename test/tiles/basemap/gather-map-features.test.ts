import { expect, test } from 'vitest';
import { readFeatures } from '../../../tiles-builder/sources/read-features.ts';
import type { BasemapFeature } from '../../../tiles-builder/tiles/basemap/basemap-feature.ts';
import { readFeature, sortedRecords } from '../../../tiles-builder/tiles/basemap/feature-record.ts';
import { gatherMapFeatures } from '../../support/files/basemap-tiles.ts';
import { readOptions } from '../../support/files/read-extract.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { writeOsmPbf } from '../../support/files/write-osm-pbf.ts';

const scratch = scratchFolder();

const at = (column: number, row: number): [number, number] => [(column + 1) / 100, (row + 1) / 100];
const nodes = Array.from({ length: 100 }, (_, id) => {
  const [lon, lat] = at(id % 10, Math.floor(id / 10));
  return { id, lon, lat };
});
const square = [at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(0, 0)];
const coverage = [[[at(0, 0), at(9, 0), at(9, 9), at(0, 9), at(0, 0)]]];

const withoutDefaults = ({ class: kind, name, geometry }: BasemapFeature): BasemapFeature => ({
  class: kind,
  name,
  geometry,
});

async function featuresOf(file: string): Promise<BasemapFeature[]> {
  const features = gatherMapFeatures();
  await readFeatures({ file }, features.consumers, readOptions);
  features.finish(coverage);
  const known = features.spill
    .partitions()
    .flatMap((pack) => sortedRecords(features.spill.read(pack)).map(readFeature));
  features.spill.remove();
  const distinct = new Map(known.map((feature) => [JSON.stringify(feature), feature]));
  return [...distinct.values()];
}

test('streets, areas and watercourses of a PBF file; what runs in tunnels is not to be seen', async () => {
  const ways = [
    { id: 1, nodes: [0, 1, 11, 10, 0], tags: { natural: 'water' } },
    { id: 2, nodes: [20, 25, 75, 70, 20] },
    { id: 3, nodes: [31, 32, 42, 41, 31] },
    { id: 4, nodes: [80, 81, 999, 82, 83], tags: { waterway: 'river' } },
    { id: 5, nodes: [83, 84], tags: { waterway: 'stream' } },
    { id: 6, nodes: [85, 86], tags: { waterway: 'stream', tunnel: 'culvert' } },
    { id: 7, nodes: [50, 51, 61, 60, 50], tags: { natural: 'heath' } },
    { id: 8, nodes: [1, 2], tags: { highway: 'trunk', name: 'Route' } },
    { id: 9, nodes: [2, 3], tags: { highway: 'proposed' } },
  ];
  const members = [
    { type: 'way' as const, id: 2, role: 'outer' },
    { type: 'way' as const, id: 3, role: 'inner' },
  ];
  const relations = [{ id: 1, members, tags: { type: 'multipolygon', natural: 'water' } }];
  const found = await featuresOf(scratch('water.osm.pbf', writeOsmPbf({ nodes, ways, relations })));
  const ofClass = (kind: string): BasemapFeature[] => found.filter((feature) => feature.class === kind);
  expect(ofClass('area').map(({ geometry }) => geometry.coordinates)).toEqual(
    expect.arrayContaining([[[square]]]),
  );
  const rings = ofClass('area').map(({ geometry }) => (geometry.coordinates as unknown[][])[0].length);
  expect(rings).toContain(2);
  expect(ofClass('river').map(({ geometry }) => geometry.coordinates)).toEqual(
    expect.arrayContaining([
      [at(0, 8), at(1, 8)],
      [at(2, 8), at(3, 8)],
    ]),
  );
  expect(ofClass('stream')).toHaveLength(1);
  expect(ofClass('major').map(withoutDefaults)).toEqual([
    { class: 'major', name: 'Route', geometry: { type: 'LineString', coordinates: [at(1, 0), at(2, 0)] } },
  ]);
  expect(new Set(found.map((feature) => feature.class))).toEqual(
    new Set(['area', 'river', 'stream', 'major']),
  );
});

test('the sea along a coast', async () => {
  // The sea is in the east.
  const ways = [{ id: 1, nodes: [5, 95], tags: { natural: 'coastline' } }];
  const found = await featuresOf(scratch('coast.osm.pbf', writeOsmPbf({ nodes, ways, relations: [] })));
  const corners = found
    .filter((feature) => feature.class === 'sea')
    .flatMap(({ geometry }) => (geometry.coordinates as number[][][][]).flat(2));
  expect(Math.min(...corners.map(([lon]) => lon!))).toBeCloseTo(at(5, 0)[0], 6);
  expect(Math.max(...corners.map(([lon]) => lon!))).toBeCloseTo(at(9, 0)[0], 6);
});

test('land, buildings and the names of places and areas, of a PBF file and of GeoJSON', async () => {
  const places = [
    { id: 12, tags: { place: 'city', name: 'Ville', population: '216 815' } },
    { id: 13, tags: { place: 'suburb', name: 'Faubourg' } },
    { id: 14, tags: { place: 'suburb' } },
    { id: 15, tags: { place: 'country', name: 'Pays' } },
    { id: 16, tags: { barrier: 'gate', name: 'Porte' } },
    { id: 17, tags: { railway: 'station', amenity: 'bus_station', name: 'Gare' } },
    { id: 18, tags: { amenity: 'bench', name: 'Banc' } },
  ];
  const areas = [
    { id: 1, tags: { natural: 'water', name: 'Lac' } },
    { id: 2, tags: { natural: 'water', water: 'river', name: 'Fleuve' } },
    { id: 3, tags: { leisure: 'park', name: 'Parc' } },
    { id: 4, tags: { landuse: 'residential', name: 'Lotissement' } },
    { id: 5, tags: { landuse: 'forest' } },
    { id: 6, tags: { building: 'yes', name: 'Mairie' } },
    { id: 7, tags: { landuse: 'farmland' } },
    { id: 8, tags: { amenity: 'school', name: 'École' } },
  ];
  const pbf = scratch(
    'places.osm.pbf',
    writeOsmPbf({
      nodes: nodes.map((node) => ({ ...node, ...places.find(({ id }) => id === node.id) })),
      ways: [
        ...areas.map((area) => ({ ...area, nodes: [0, 1, 11, 10, 0] })),
        { id: 9, nodes: [80, 81], tags: { waterway: 'river', name: 'Vilaine' } },
      ],
      relations: [],
    }),
  );
  const feature = (properties: object, type: string, coordinates: unknown): object => ({
    type: 'Feature',
    properties,
    geometry: { type, coordinates },
  });
  const geojson = scratch(
    'places.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        ...places.map(({ id, tags }) => feature(tags, 'Point', at(id % 10, Math.floor(id / 10)))),
        ...areas.map(({ tags }) => feature(tags, 'Polygon', [square])),
        feature({ waterway: 'river', name: 'Vilaine' }, 'LineString', [at(0, 8), at(1, 8)]),
      ],
    }),
  );
  const middle = [(at(0, 0)[0] + at(1, 0)[0]) / 2, (at(0, 0)[1] + at(0, 1)[1]) / 2];
  for (const file of [pbf, geojson]) {
    const found = await featuresOf(file);
    const named = found.filter(({ name }) => name !== undefined).sort((a, b) => (a.name! < b.name! ? -1 : 1));
    expect(
      named.map(({ class: kind, name, geometry: { coordinates } }) => [kind, name, coordinates]),
    ).toEqual([
      ['suburb', 'Faubourg', at(3, 1)],
      ['landmark', 'Gare', at(7, 1)],
      ['water', 'Lac', middle],
      ['park', 'Parc', middle],
      ['river', 'Vilaine', [at(0, 8), at(1, 8)]],
      ['city', 'Ville', at(2, 1)],
      ['landmark', 'École', middle],
    ]);
    const ranks = new Map(named.map(({ name, rank }) => [name, rank!]));
    expect(ranks.get('Ville')).toBeLessThan(ranks.get('Faubourg')!);
    const unnamed = found.filter(({ name }) => name === undefined).map((one) => one.class);
    expect(unnamed.sort()).toEqual(['area', 'building', 'green', 'settled', 'wood']);
  }
});
