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

test('features larger than many reads of the file are whole, between small ones', async () => {
  const large = (values: number) => ({ ...feature, properties: { a: Array(values).fill('"}]{["').join() } });
  const features = [feature, large(300_000), feature, feature, large(30_000), large(900_000), feature];
  const found = await read(collection({}, features));
  expect(found.features.map(({ properties }) => properties)).toEqual(
    features.map(({ properties }) => properties),
  );
});
