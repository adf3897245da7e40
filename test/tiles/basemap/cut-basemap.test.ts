import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import fc from 'fast-check';
import type { Feature, Polygon as GeoJsonPolygon, MultiPolygon } from 'geojson';
import { expect, test } from 'vitest';
import { type MapTile, tileAt } from '../../../src/geo/map-tiles.ts';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import { NOWHERE } from '../../../tiles-builder/sources/features.ts';
import type { MapFeatures } from '../../../tiles-builder/tiles/basemap/gather-map-features.ts';
import { gatherMapFeatures, packsOf, shownIn } from '../../support/files/basemap-tiles.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const square = (south: number, north: number): Zone => [[rectangle(south, south, north, north)]];
const coverage = square(0, 0.04);
const LAKE = { natural: 'water' };

/** `null` is a missing node. */
function takeLine(features: MapFeatures, id: number, tags: Tags, line: readonly (Position | null)[]): void {
  features.lines.take({
    id,
    tags,
    nodes: Uint32Array.from(line, (_, i) => i),
    lon: Int32Array.from(line, (position) => (position ? Math.round(position[0] * 1e7) : NOWHERE)),
    lat: Int32Array.from(line, (position) => (position ? Math.round(position[1] * 1e7) : NOWHERE)),
  });
}

/** A street along the equator, a crossing path, a ferry, a lake. */
async function drawn(): Promise<Map<string, Uint8Array>> {
  const features = gatherMapFeatures();
  const ferryMembers = [{ type: 'way' as const, id: 4, role: '' }];
  takeLine(features, 1, { highway: 'primary', name: 'Rue de l’Équateur' }, [
    [0.01, 0.01],
    [0.02, 0.01],
    [0.03, 0.01],
  ]);
  takeLine(features, 2, { highway: 'footway' }, [
    [0.02, 0.02],
    [0.02, 0.01],
    null,
    [0.03, 0.02],
    [0.03, 0.01],
  ]);
  takeLine(features, 3, { highway: 'proposed' }, [
    [0.01, 0.01],
    [0.03, 0.02],
  ]);
  takeLine(features, 4, { route: 'ferry' }, [
    [0.011, 0.01],
    [0.011, 0.03],
  ]);
  features.relations.take({ id: 1, members: ferryMembers, tags: { route: 'ferry', name: 'La Traversée' } });
  features.areas.take({ polygons: square(0.012, 0.014), tags: LAKE });
  return packsOf(features, coverage);
}

const tileOf = (zoom: number, [lon, lat]: Position): MapTile => {
  const [x, y] = tileAt(lon, lat, zoom);
  return { zoom, x, y };
};
const around = (zoom: number): MapTile => tileOf(zoom, [0.01, 0.01]);
const geoJsonIn = (packs: ReadonlyMap<string, Uint8Array>, tile: MapTile, layer: string): Feature[] =>
  shownIn(packs, tile, layer).map((feature) => feature.toGeoJSON(tile.x, tile.y, tile.zoom));
const classesAt = (packs: ReadonlyMap<string, Uint8Array>, zoom: number): unknown[] =>
  shownIn(packs, around(zoom), 'streets')
    .map(({ properties }) => properties.class)
    .sort();

test('streets have their place, class and name; runs end at missing nodes; ferries are named after their line', async () => {
  const shown = geoJsonIn(await drawn(), around(13), 'streets').map(({ properties, geometry }) => ({
    ...properties,
    ends:
      geometry.type === 'LineString'
        ? [geometry.coordinates[0], geometry.coordinates.at(-1)].map((end) =>
            end!.map((n) => Number(n.toFixed(4))),
          )
        : [],
  }));
  expect(shown).toHaveLength(4);
  expect(shown).toEqual(
    expect.arrayContaining([
      {
        class: 'major',
        name: 'Rue de l’Équateur',
        ends: [
          [0.01, 0.01],
          [0.03, 0.01],
        ],
      },
      {
        class: 'path',
        ends: [
          [0.02, 0.02],
          [0.02, 0.01],
        ],
      },
      {
        class: 'path',
        ends: [
          [0.03, 0.02],
          [0.03, 0.01],
        ],
      },
      {
        class: 'ferry',
        name: 'La Traversée',
        ends: [
          [0.011, 0.01],
          [0.011, 0.03],
        ],
      },
    ]),
  );
});

test('far out only main streets are drawn, and no tile is made beyond the coverage', async () => {
  const packs = await drawn();
  expect([8, 10, 13].map((zoom) => classesAt(packs, zoom))).toEqual([
    ['major'],
    ['ferry', 'major'],
    ['ferry', 'major', 'path', 'path'],
  ]);
  const features = gatherMapFeatures();
  takeLine(features, 1, { highway: 'primary' }, [
    [0.01, 0.01],
    [0.5, 0.01],
  ]);
  const cut = await packsOf(features, coverage);
  expect(shownIn(cut, tileOf(14, [0.03, 0.01]), 'streets')).toHaveLength(1);
  expect(shownIn(cut, tileOf(14, [0.3, 0.01]), 'streets')).toEqual([]);
});

const anyPosition = fc
  .tuple(fc.integer({ min: 0, max: 6_000 }), fc.integer({ min: 0, max: 6_000 }))
  .map(([lon, lat]): Position => [lon / 1e4, lat / 1e4]);
const region = square(0, 0.6);

test('the bytes do not depend on the order or the ids in a source', async () => {
  const anyStreets = fc.uniqueArray(fc.array(anyPosition, { minLength: 2, maxLength: 5 }), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(anyStreets, fc.infiniteStream(fc.nat()), async (streets, numbers) => {
      const bytesOf = (lines: typeof streets, firstId: number): Promise<Map<string, Uint8Array>> => {
        const features = gatherMapFeatures();
        lines.forEach((line, i) => {
          takeLine(features, firstId + i, { highway: line.length % 2 ? 'primary' : 'residential' }, line);
        });
        return packsOf(features, region);
      };
      const shuffled = streets
        .map((line) => ({ line, place: numbers.next().value }))
        .sort((a, b) => a.place - b.place)
        .map(({ line }) => line);
      expect(await bytesOf(shuffled, 1_000)).toEqual(await bytesOf(streets, 1));
    }),
    { numRuns: 20 },
  );
});

/** Over many packs; rings are simple. */
const anyLake = fc
  .tuple(
    fc.array(fc.integer({ min: 1_500, max: 2_900 }), { minLength: 5, maxLength: 60 }),
    fc.array(fc.integer({ min: 200, max: 1_400 }), { minLength: 5, maxLength: 20 }),
  )
  .map(([shell, island]): Zone => {
    const ring = (radii: readonly number[]): Position[] => {
      const corners = radii.map((radius, i): Position => {
        const angle = (2 * Math.PI * i) / radii.length;
        return [0.3 + (radius / 1e4) * Math.cos(angle), 0.3 + (radius / 1e4) * Math.sin(angle)];
      });
      return [...corners, corners[0]];
    };
    return [[ring(shell), ring(island).reverse()]];
  });

test('an area over many packs is water in each tile where it is water, and land elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLake,
      fc.array(anyPosition, { minLength: 40, maxLength: 40 }),
      async (lake, places) => {
        const features = gatherMapFeatures();
        features.areas.take({ polygons: lake, tags: LAKE });
        const packs = await packsOf(features, region);
        const asFeature = (coordinates: unknown): Feature<MultiPolygon> => ({
          type: 'Feature',
          properties: {},
          geometry: { type: 'MultiPolygon', coordinates } as MultiPolygon,
        });
        for (const zoom of [8, 10, 11, 14]) {
          const pixel = 360 / 2 ** zoom / 512;
          for (const place of places) {
            const beside = [-1, 1].flatMap((dx) =>
              [-1, 1].map((dy): [number, number] => [place[0] + dx * pixel, place[1] + dy * pixel]),
            );
            const isWater = beside.map((position) => booleanPointInPolygon(position, asFeature(lake)));
            if (new Set(isWater).size > 1) continue;
            const shown = geoJsonIn(packs, tileOf(zoom, place), 'water');
            const isShown = shown.some(({ geometry }) =>
              booleanPointInPolygon([...place], geometry as GeoJsonPolygon | MultiPolygon),
            );
            expect({ zoom, place, water: isShown }).toEqual({ zoom, place, water: isWater[0] });
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});

const namesAt = (packs: ReadonlyMap<string, Uint8Array>, tile: MapTile): unknown[] =>
  shownIn(packs, tile, 'places').map(({ properties }) => properties.name);

test('each place is named once at a zoom level, from its own on, and where there are too many the greater ones', async () => {
  const features = gatherMapFeatures();
  const place = (name: string, position: Position, tags: Tags): void =>
    features.points.take({ position, tags: { name, ...tags } });
  place('City', [0.3, 0.3], { place: 'city', population: '300000' });
  place('Town', [0.31, 0.31], { place: 'town' });
  for (let i = 0; i < 500; i++) {
    const position: Position = [0.3 + (i % 25) / 10_000, 0.3 + Math.floor(i / 25) / 10_000];
    place(`Hamlet ${i}`, position, { place: 'hamlet', population: String(i) });
  }
  const packs = await packsOf(features, region);
  for (let zoom = 4; zoom <= 14; zoom++) {
    const across = 2 ** zoom;
    const [firstX, lastY] = tileAt(0, 0, zoom);
    const [lastX, firstY] = tileAt(0.6, 0.6, zoom);
    const found: unknown[] = [];
    for (let x = firstX; x <= Math.min(lastX, across - 1); x++) {
      for (let y = firstY; y <= lastY; y++) {
        const names = namesAt(packs, { zoom, x, y });
        expect(names.length).toBeLessThanOrEqual(200);
        found.push(...names);
      }
    }
    expect(found.filter((name) => name === 'City')).toEqual(['City']);
    expect(found.includes('Town')).toBe(zoom >= 7);
    expect(found.includes('Hamlet 499')).toBe(zoom >= 12);
  }
});

test('a tile with too many features stays within its bytes, and retains the large ones', async () => {
  const features = gatherMapFeatures();
  const squareAt = (lon: number, lat: number, side: number): Zone => [
    [rectangle(lon, lat, lon + side, lat + side)],
  ];
  const columns = 180;
  for (let i = 0; i < columns ** 2; i++) {
    const [lon, lat] = [0.001 + (i % columns) / 10_000, 0.001 + Math.floor(i / columns) / 10_000];
    features.areas.take({ polygons: squareAt(lon, lat, 0.00005), tags: { building: 'yes' } });
  }
  features.areas.take({ polygons: squareAt(0.005, 0.005, 0.01), tags: LAKE });
  takeLine(features, 1, { highway: 'residential', name: 'Rue' }, [
    [0.001, 0.001],
    [0.02, 0.001],
  ]);
  const packs = await packsOf(features, square(0, 0.02));
  const tile = tileOf(14, [0.01, 0.01]);
  const bytes = ['buildings', 'water', 'streets'].map((layer) => shownIn(packs, tile, layer).length);
  expect(bytes).toEqual([0, 1, 1]);
  for (const pack of packs.values()) expect(pack.byteLength).toBeLessThan(85 * 12 + 64 + 4 * 600_000);
});
