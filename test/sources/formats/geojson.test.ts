import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { openGeoJson } from '../../../tiles-builder/sources/formats/geojson.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { featuresIn } from './features-in.ts';

const scratch = scratchFolder();
const open = (json: unknown, crs?: string) =>
  openGeoJson({ file: scratch('a.geojson', typeof json === 'string' ? json : JSON.stringify(json)), crs });

const read = async (json: unknown, crs?: string) => featuresIn(await open(json, crs));

const geometry = { type: 'Point', coordinates: [1, 2] };
const feature = { type: 'Feature', properties: { a: 1 }, geometry };
const collection = (more: object, features: readonly unknown[] = [feature]) => ({
  type: 'FeatureCollection',
  ...more,
  features,
});
const named = (name: unknown) => ({ crs: { type: 'name', properties: { name } } });

describe('the CRS', () => {
  test.each<[object, string | undefined]>([
    [{}, 'OGC:CRS84'],
    [named('EPSG:2154'), 'EPSG:2154'],
    [named('urn:ogc:def:crs:OGC:1.3:CRS84'), 'OGC:CRS84'],
    [named('urn:ogc:def:crs:EPSG::3035'), 'EPSG:3035'],
    [named('urn:ogc:def:crs:epsg:9.1:3035'), 'EPSG:3035'],
    [named(7), undefined],
    [{ crs: null }, undefined],
    [{ crs: { type: 'link' } }, undefined],
  ])('of %j is %s', async (more, code) => {
    const layer = await open(collection(more));
    expect(layer.crs.code).toBe(code);
    expect((await read(collection(more))).features).toHaveLength(1);
  });

  test('of a name that is not known is asked for', async () => {
    await expect(open(collection(named('Lambert II')))).rejects.toThrow(
      /names the CRS Lambert II, which is not known/,
    );
  });

  test('that is named behind the features comes too late, unless the configuration names one or it is the same', async () => {
    const behind = (name: string): string => {
      const { type, features, crs } = collection(named(name)) as unknown as Record<string, unknown>;
      return JSON.stringify({ type, features, crs });
    };
    await expect(read(behind('EPSG:2154'))).rejects.toThrow(/names its CRS behind its features/);
    expect((await read(behind('EPSG:2154'), 'EPSG:2154')).features).toHaveLength(1);
    expect((await read(behind('urn:ogc:def:crs:OGC:1.3:CRS84'))).features).toHaveLength(1);
  });
});

test('features go by the id of OpenStreetMap, else by their own, else by their place', async () => {
  const { features } = await read(
    collection({}, [
      { ...feature, id: 7, properties: { '@id': 'way/5' } },
      { ...feature, id: 7 },
      { type: 'Feature', properties: null },
    ]),
  );
  expect(features.map(({ where, id }) => [where, id])).toEqual([
    ['feature 1', 'way/5'],
    ['feature 2', '7'],
    ['feature 3', 'feature 3'],
  ]);
  expect(features[2]).toMatchObject({ properties: {}, geometry: null });
});

test('a geometry or a feature alone is one feature', async () => {
  for (const alone of [geometry, feature, { type: 'GeometryCollection', geometries: [geometry] }]) {
    const { features } = await read(alone);
    expect(features).toHaveLength(1);
    expect(features[0].geometry).toEqual('geometry' in alone ? geometry : alone);
  }
});

test.each([
  [999, [999]],
  [1_000, [1_000]],
  [2_001, [1_000, 1_000, 1]],
])('of %d features, each is there once, in batches of a thousand', async (count, batches) => {
  const all = Array.from({ length: count }, (_, id) => ({ ...feature, id }));
  const { features, sizes } = await read(collection({}, all));
  expect(sizes).toEqual(batches);
  expect(features.map(({ id }) => id)).toEqual(all.map(({ id }) => String(id)));
});

test('a property is there if a feature has it, not if a value or another member reads so', async () => {
  const layer = await open(
    collection({ name: 'building' }, [
      { ...feature, properties: { a: 'building' } },
      { ...feature, building: 'yes' },
      { ...feature, properties: { nested: { roof: 1 } } },
      { ...feature, properties: { height: null } },
    ]),
  );
  const found = await Promise.all(
    ['a', 'height', 'building', 'roof', 'name'].map((name) => layer.hasProperty(name)),
  );
  expect(found).toEqual([true, true, false, false, false]);
  expect(await (await open(feature)).hasProperty('a')).toBe(true);
});

test.each<[unknown, RegExp]>([
  ['', /is not GeoJSON: it holds nothing/],
  ['[1]', /is not GeoJSON/],
  [{ type: 'FeatureCollection' }, /is not GeoJSON: features are missing/],
  [collection({}, [feature, { type: 'Point' }]), /feature 2: is not a Feature/],
  [
    collection({}, [feature, feature, { ...feature, geometry: [1, 2] }]),
    /feature 3: its geometry has no type/,
  ],
  [
    collection({}, [{ ...feature, geometry: { coordinates: [1, 2] } }]),
    /feature 1: its geometry has no type/,
  ],
  ['{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {a}}]}', /is not JSON/],
])('%j is refused', async (json, reason) => {
  await expect(read(json)).rejects.toThrow(reason);
});

test('a feature over many chunks is read in time that grows with its size', () => {
  // In a process of its own, where nobody else's garbage is collected.
  const files = [100_000, 1_600_000].map((positions) =>
    scratch(
      `${positions}.geojson`,
      `{"type":"Feature","geometry":[${'[1.2345678,2.3456789],'.repeat(positions)}0]}`,
    ),
  );
  const module = new URL('../../../tiles-builder/sources/formats/json-pieces.ts', import.meta.url).href;
  const program = `
    import { jsonPieces } from ${JSON.stringify(module)};
    const cpus = [];
    for (const file of ${JSON.stringify([files[0], ...files])}) {
      const begun = process.cpuUsage();
      for await (const { text } of jsonPieces(file)) if (text.length < 1e6) throw new Error('cut');
      const { user, system } = process.cpuUsage(begun);
      cpus.push(user + system);
    }
    process.stdout.write(JSON.stringify(cpus.slice(1)));`;
  const [once, larger] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  );
  expect(larger / once).toBeLessThan(16 * 4);
});
