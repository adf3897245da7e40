import { expect, test } from 'vitest';
import type { Consumer, Line, Point, PolygonFeature } from '../../tiles-builder/sources/features.ts';
import type { Layer, LayerSource, StoredGeometry } from '../../tiles-builder/sources/formats/layer.ts';
import { handFeatures } from '../../tiles-builder/sources/hand-features.ts';
import { square } from '../support/zones/rectangle.ts';

interface Stored {
  readonly id?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly geometry: StoredGeometry | null;
}

function layerOf(features: readonly Stored[]): Layer {
  const stored = features.map(({ id, properties = {}, geometry }, i) => ({
    where: `feature ${i + 1}`,
    id: id ?? `feature ${i + 1}`,
    properties,
    geometry,
  }));
  return {
    crs: { code: 'EPSG:4326' },
    hasProperty: (name) => stored.some(({ properties }) => name in properties),
    properties: null,
    count: 5,
    async *batches() {
      yield stored.slice(0, 2);
      yield stored.slice(2);
    },
  };
}

const SOURCE: LayerSource = { file: 'things.geojson' };

async function handed(features: readonly Stored[], more: Partial<Consumer['areas']> = {}, source = SOURCE) {
  const [lines, areas, points]: [Line[], PolygonFeature[], Point[]] = [[], [], []];
  const reported: unknown[] = [];
  let leftOut = 0;
  const read = await handFeatures(
    source,
    layerOf(features),
    [
      { lines: { wants: ({ highway }) => highway !== undefined, take: (line) => lines.push(line) } },
      {
        areas: {
          wants: ({ building }) => building !== undefined,
          take: (area) => areas.push(area),
          leaveOut: () => leftOut++,
          ...more,
        },
      },
      { points: { key: 'name', take: (point) => points.push(point) } },
    ],
    (...progress) => reported.push(progress),
  );
  return { lines, areas, points, leftOut, reported, read };
}

const road = { highway: 'service' };
const line = (...coordinates: readonly (readonly number[])[]): StoredGeometry => ({ type: 'LineString', coordinates }); // biome-ignore format: a line

test('lines meet where they have a position in common, in 1e-7 degrees', async () => {
  const { lines } = await handed([
    { id: 'way/77', properties: road, geometry: line([1, 2], [1.00000004, 2.5], [-3, -4]) },
    { id: '78', properties: road, geometry: line([1, 2.5], [7, 8]) },
    { properties: road, geometry: { type: 'MultiLineString', coordinates: [[[7, 8], [2, 1]], [[0, 0]], [[0, 0], [7, 8]]] } }, // biome-ignore format: a line
  ]);
  expect(lines.map(({ id }) => id)).toEqual([77, 78, 3, 3]);
  expect(lines.map(({ nodes }) => [...nodes])).toEqual([
    [0, 1, 2],
    [1, 3],
    [3, 4],
    [5, 3],
  ]);
  expect([...lines[0].lon]).toEqual([10_000_000, 10_000_000, -30_000_000]);
  expect([...lines[0].lat]).toEqual([20_000_000, 25_000_000, -40_000_000]);
  expect(lines[0].tags).toEqual(road);
});

test('the shell of a polygon with the tags of a line is a line; points and features of relations are none', async () => {
  const place = [square(0, 0, 2), square(0.5, 0.5, 1)];
  const { lines } = await handed([
    { properties: road, geometry: { type: 'Polygon', coordinates: place } },
    { id: 'relation/5', properties: road, geometry: { type: 'Polygon', coordinates: place } },
    { properties: road, geometry: { type: 'MultiPolygon', coordinates: [place] } },
    { properties: road, geometry: { type: 'Point', coordinates: [1, 2] } },
    { properties: road, geometry: null },
    { properties: {}, geometry: line([1, 2], [3, 4]) },
  ]);
  expect(lines.map(({ id, lon }) => [id, [...lon].map((own) => own / 1e7)])).toEqual([[1, [0, 2, 2, 0, 0]]]);
  await expect(
    handed([{ properties: road, geometry: { type: 'LineString', coordinates: null } }]),
  ).rejects.toThrow(/feature 1: its LineString has no coordinates/);
});

test('areas are handed over with their position in the source, and those without a valid outline are omitted', async () => {
  const house = { building: 'yes', levels: 2, isOld: true, parts: { a: 1 } };
  const { areas, leftOut } = await handed([
    { properties: { name: 'a meadow' }, geometry: { type: 'Polygon', coordinates: [square(0, 0, 1)] } },
    {
      id: 'h',
      properties: house,
      geometry: { type: 'Polygon', coordinates: [square(0, 0, 1).toReversed()] },
    },
    { properties: house, geometry: null },
    { properties: house, geometry: { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [0, 2], [2, 0], [0, 0]]] } }, // biome-ignore format: a line
    { properties: house, geometry: { type: 'MultiPolygon', coordinates: [[square(4, 4, 1)], [[[0, 0], [2, 2], [0, 2], [2, 0], [0, 0]]]] } }, // biome-ignore format: a line
    { properties: house, geometry: { type: 'Point', coordinates: [3, 3] } },
  ]);
  expect(areas).toEqual([
    { id: 'h', polygons: [[square(0, 0, 1)]].map(([[...ring]]) => [expect.arrayContaining(ring)]), tags: { building: 'yes', levels: '2', isOld: 'true' }, order: 1 }, // biome-ignore format: a line
  ]);
  expect(leftOut).toBe(3);
});

test('a source without the key of an area has only such areas', async () => {
  const outline = { type: 'Polygon', coordinates: [square(0, 0, 1)] };
  const without = [{ properties: { height_m: 3 }, geometry: outline }, { geometry: outline }];
  const key = { impliedKey: 'building' };
  expect((await handed(without)).areas).toHaveLength(0);
  expect((await handed(without, key)).areas).toHaveLength(2);
  expect((await handed([...without, { properties: { building: 'yes' }, geometry: outline }], key)).areas.map(({ order }) => order)).toEqual([2]); // biome-ignore format: a line
});
