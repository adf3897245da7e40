import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../../../src/geo/positions.ts';
import { polygonsOf } from '../../../tiles-builder/geometry/rings-to-polygons.ts';
import {
  type Feature,
  featuresOf,
  geometryPolygons,
} from '../../../tiles-builder/sources/feature-geometry.ts';
import type { LayerSource } from '../../../tiles-builder/sources/formats/layer.ts';
import { withLayer } from '../../../tiles-builder/sources/formats/open-layer.ts';
import { geometryOfWkb } from '../../../tiles-builder/sources/formats/wkb.ts';
import { describeWithGdal, gdal } from '../../support/files/ogr.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { hasChdb, newChdbSession } from '../../support/processes/chdb.ts';
import { square } from '../../support/zones/rectangle.ts';

const folder = temporaryFolder();
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

async function readAll(source: LayerSource): Promise<Feature[]> {
  const features: Feature[] = [];
  await withLayer(source, folder, async (layer) => {
    for await (const batch of featuresOf(source, layer)) features.push(...batch);
  });
  return features;
}

async function refusal(source: LayerSource): Promise<string> {
  try {
    await readAll(source);
    return 'read';
  } catch (error) {
    const { name, message, advice } = error as Error & { advice: string | null };
    return `${name}: ${message.replaceAll(`${folder}/`, '')} | ${advice}`;
  }
}

const polygon = (x: number, properties: object, id?: string): object => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  properties,
  geometry: { type: 'Polygon', coordinates: [square(x, 45, 0.5)] },
});
const collection = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

describe('GeoJSON', () => {
  const features = [
    polygon(1, { name: 'a "b\\', nested: { features: [1] } }),
    polygon(2, { name: '{[é' }, 'way/7'),
  ];
  const [first, second] = features.map((feature) => JSON.stringify(feature));
  test.each([
    ['whole', 'a.geojson', collection(...features)],
    [
      'with members behind the features',
      'b.json',
      `{"features": [${first} ,\n${second}] , "type":"FeatureCollection","n":[{}]}`,
    ],
    ['a feature a line', 'c.geojsonl', `${first}\n${second}\n`],
    ['as a sequence of texts', 'd.geojsons', `\x1e${first}\n\x1e${second}\n`],
    ['with a byte order mark', 'e.geojson', `\ufeff${collection(...features)}`],
  ])('%s is read, gzipped too', async (_, name, text) => {
    const expected = features.map((own) => (own as { properties: object }).properties);
    const read = await readAll({ file: write(name, text) });
    expect(read.map(({ properties }) => properties)).toEqual(expected);
    expect(read[1].id).toBe('way/7');
    const zipped = await readAll({ file: write(`${name}.gz`, gzipSync(text)) });
    expect(zipped.map(({ properties }) => properties)).toEqual(expected);
  });

  test('of any text and of more than a chunk is read as JSON.parse reads it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.json({ maxDepth: 3 }), { maxLength: 20 }),
        fc.nat(4),
        async (texts, copies) => {
          const padding = 'x"\\{['.repeat(copies * 20_000);
          const own = texts.map((text) => polygon(1, { text, value: JSON.parse(text), padding }));
          const read = await readAll({ file: write('any.geojson', collection(...own)) });
          expect(read.map(({ properties }) => properties)).toEqual(
            own.map((one) => (one as Feature).properties),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([
    ['cut within a feature', collection(...features).slice(0, 150), /is not JSON, or is cut off/],
    ['cut behind one', collection(...features).slice(0, -3), /is not JSON, or is cut off/],
    [
      'two collections run together with text',
      `${first} and ${second}`,
      /something stands between its objects/,
    ],
    ['a feature that is text', '{"type":"FeatureCollection","features":["a"]}', /something stands between/],
    ['metres without a CRS', collection({ ...polygon(1, {}), geometry: { type: 'Polygon', coordinates: [square(600_000, 6e6, 9)] } }), /in degrees expected, not \[600000,6000000\]/], // biome-ignore format: a line
  ])('%s is refused', async (_, text, reason) => {
    const file = write('bad.geojson', text);
    const read = readAll({ file }).then((all) => all.map((feature) => geometryPolygons(file, feature)));
    await expect(read).rejects.toThrow(reason);
  });
});

describe('rings of a Shapefile', () => {
  const [outer, hole, island, beside] = [
    square(0, 0, 10),
    square(2, 2, 6),
    square(4, 4, 2),
    square(20, 0, 5),
  ];
  test.each([
    ['one way round', (ring: Position[]) => ring],
    ['the other way round', (ring: Position[]) => ring.toReversed()],
  ])('become shells with their holes, %s, in any order', (_, turned) => {
    for (const rings of [
      [outer, hole, island, beside],
      [island, beside, hole, outer],
    ]) {
      const polygons = polygonsOf(rings.map(turned)).map((rings) => rings.map((ring) => ring[0]));
      const corner = (ring: Position[]) => turned(ring)[0];
      expect(polygons).toHaveLength(3);
      expect(polygons).toEqual(
        expect.arrayContaining([[corner(outer), corner(hole)], [corner(island)], [corner(beside)]]),
      );
    }
  });
});

test('well-known binary in both orders of bytes, with heights, measures and SRID', () => {
  const point = (little: boolean, code: number, ...rest: number[]): Uint8Array => {
    const bytes = new DataView(new ArrayBuffer(5 + 8 * rest.length));
    bytes.setUint8(0, little ? 1 : 0);
    bytes.setUint32(1, code, little);
    for (const [i, value] of rest.entries()) bytes.setFloat64(5 + 8 * i, value, little);
    return new Uint8Array(bytes.buffer);
  };
  const readWkb = (bytes: Uint8Array) => geometryOfWkb('a.gpkg', 'feature 1', bytes);
  for (const little of [true, false]) {
    expect(readWkb(point(little, 1, 7, 8))).toEqual({ type: 'Point', coordinates: [7, 8] });
    for (const code of [1001, 2001, 0x80000001, 0x40000001]) {
      expect(readWkb(point(little, code, 7, 8, 9))).toEqual({ type: 'Point', coordinates: [7, 8] });
    }
    expect(readWkb(point(little, 1, Number.NaN, Number.NaN))).toBeNull();
    expect(() => readWkb(point(little, 10))).toThrow(/kind 10 is a curve/);
    expect(() => readWkb(point(little, 99))).toThrow(/kind 99 is a curve, or unknown/);
    expect(() => readWkb(point(little, 3))).toThrow();
  }
});

test('every format is read out of a zip, and a text file in it is no layer', async ({ skip }) => {
  const line = JSON.stringify(polygon(1, { name: 'a' }));
  write('notes.txt', 'What the columns mean');
  write('by-line.geojsonl', `${line}\n${line}\n`);
  write('by-line.ndjson.gz', gzipSync(`${line}\n`));
  write('points.tsv', 'lon\tlat\n2.5\t44.5\n');
  try {
    execFileSync('python3', ['--version']);
  } catch {
    skip('python3 makes the archives');
  }
  for (const [name, features] of Object.entries({
    'by-line.geojsonl': 2,
    'by-line.ndjson.gz': 1,
    'points.tsv': 1,
  })) {
    const zip = join(folder, 'one.zip');
    execFileSync('python3', ['-m', 'zipfile', '-c', zip, name, 'notes.txt'], { cwd: folder });
    expect(await readAll({ file: zip }), name).toHaveLength(features);
  }
});

test.skipIf(!hasChdb)(
  'GeoParquet that marks well-known binary as text and names its CRS by a code alone',
  async () => {
    const file = join(folder, 'by-clickhouse.parquet');
    const session = newChdbSession();
    session.query(
      `INSERT INTO FUNCTION file('${file}', Parquet)
    SELECT readWKTPolygon('POLYGON((1 45,2 45,2 46,1 45))') AS geometry, toInt32(number) AS floors FROM numbers(3)`,
    );
    session.cleanup();
    const read = await readAll({ file });
    expect(read.map(({ properties }) => properties)).toEqual([{ floors: 0 }, { floors: 1 }, { floors: 2 }]);
    const ring = [[1, 45], [2, 45], [2, 46], [1, 45]]; // biome-ignore format: a line
    for (const { geometry } of read) expect(geometry).toEqual({ type: 'Polygon', coordinates: [ring] });
  },
);

test.skipIf(!hasChdb)(
  'GeoParquet with a damaged part is refused, with how many features before it could be read',
  async () => {
    const file = join(folder, 'damaged.parquet');
    const session = newChdbSession();
    session.query(
      `INSERT INTO FUNCTION file('${file}', Parquet) SELECT readWKTPoint(concat('POINT(', toString(number / 100), ' 45)')) AS geometry FROM numbers(5000)
    SETTINGS output_format_parquet_row_group_size = 1000, output_format_parquet_compression_method = 'none'`,
    );
    session.cleanup();
    const whole = readFileSync(file);
    const refusalFrom = (share: number): Promise<string> => {
      const from = Math.floor(share * whole.length);
      const damaged = Buffer.from(whole).fill(0xff, from, from + 200);
      return refusal({ file: write('damaged.parquet', damaged) });
    };
    expect(await refusalFrom(0.5)).toMatch(/^BadInput: damaged\.parquet, after feature 2000: is damaged, /);
    expect(await refusalFrom(0)).toMatch(/^BadInput: damaged\.parquet, after feature 0: is damaged, /);
  },
);

test.skipIf(!hasChdb)('GeoParquet of one large group has each row its own values', async () => {
  const [file, rows] = [join(folder, 'one-group.parquet'), 70_000];
  const session = newChdbSession();
  session.query(
    `INSERT INTO FUNCTION file('${file}', Parquet) SELECT toInt32(number) AS number, concat('kind ', toString(number % 7)) AS kind,
    if(number % 5 = 0, NULL, toInt32(number % 11)) AS floors, readWKTPoint(concat('POINT(', toString(number / 1000), ' 45)')) AS geometry
    FROM numbers(${rows}) SETTINGS output_format_parquet_row_group_size = ${rows}, max_block_size = ${rows}, max_threads = 1`,
  );
  session.cleanup();
  const read = await readAll({ file });
  const isRight = (
    { where, properties: { number, kind, floors }, geometry }: Feature,
    row: number,
  ): boolean =>
    where === `feature ${row + 1}` &&
    number === row &&
    kind === `kind ${row % 7}` &&
    floors === (row % 5 === 0 ? undefined : row % 11) &&
    (geometry!.coordinates as number[])[0] === row / 1000;
  expect([read.length, read.findIndex((feature, row) => !isRight(feature, row))]).toEqual([rows, -1]);
});

describeWithGdal('files that GDAL makes', () => {
  const LONG = '9007199254740993';
  const made = (name: string, ...options: string[]): string => {
    const text = collection(
      polygon(1, { name: 'Zürich', long: 1 }),
      { type: 'Feature', properties: { name: 'nowhere', long: 2 }, geometry: null },
      polygon(3, { name: 'Łódź', long: 3 }),
    );
    const source = write('source.geojson', text.replace('"long":3', `"long":${LONG}`));
    const file = join(folder, name);
    rmSync(file, { force: true });
    gdal('ogr2ogr', [file, source, ...options]);
    return file;
  };

  test.each([
    ['long.gpkg', []],
    ['long.shp', ['-lco', 'ENCODING=UTF-8']],
  ])('%s: numbers beyond 2^53 have all digits, null is null, characters are right', async (name, options) => {
    const read = await readAll({ file: made(name, ...options) });
    const expected = [
      { name: 'Zürich', long: 1, type: 'Polygon' },
      { name: 'nowhere', long: 2, type: undefined },
      { name: 'Łódź', long: LONG, type: 'Polygon' },
    ];
    expect(read.map(({ properties, geometry }) => ({ ...properties, type: geometry?.type }))).toEqual(
      expected,
    );
  });

  test('a Shapefile in another encoding, with or without saying so', async () => {
    const file = made('western.shp', '-lco', 'ENCODING=ISO-8859-1', '-where', 'long < 3');
    expect((await readAll({ file }))[0].properties.name).toBe('Zürich');
    rmSync(file.replace('.shp', '.cpg'));
    expect((await readAll({ file }))[0].properties.name).toBe('Zürich');
  });

  test('a Shapefile without rows that were deleted; whose parts do not fit is refused', async () => {
    const file = made('deleted.shp');
    const table = file.replace('.shp', '.dbf');
    const bytes = readFileSync(table);
    bytes[bytes.readUInt16LE(8)] = 0x2a;
    writeFileSync(table, bytes);
    expect((await readAll({ file })).map(({ properties }) => properties.long)).toEqual([2, LONG]);
    writeFileSync(table, bytes.subarray(0, -60));
    expect(await refusal({ file })).toMatch(/BadInput: deleted\.dbf, record 3: .*ends before/);
    rmSync(table);
    expect(await refusal({ file })).toMatch(/deleted\.shp: lacks its \.dbf/);
    rmSync(file.replace('.shp', '.prj'));
  });

  test('a layer that is not clear is asked for, as one of a zip is', async () => {
    const file = made('layers.gpkg', '-nln', 'one');
    gdal('ogr2ogr', ['-update', file, join(folder, 'source.geojson'), '-nln', 'two']);
    expect(await refusal({ file })).toBe('BadInput: layers.gpkg: holds the layers one, two | Name one with "layer" in the configuration.'); // biome-ignore format: a line
    expect(await refusal({ file, layer: 'tow' })).toMatch(
      /has no layer tow \| Did you mean two\? It holds one, two/,
    );
    expect(await readAll({ file, layer: 'two' })).toHaveLength(3);
    made('first.shp');
    made('second.shp');
    const parts = ['first', 'second'].flatMap((name) =>
      ['shp', 'dbf', 'prj'].map((ending) => `${name}.${ending}`),
    );
    execFileSync('python3', ['-m', 'zipfile', '-c', 'both.zip', ...parts], { cwd: folder });
    const zip = join(folder, 'both.zip');
    expect(await refusal({ file: zip })).toMatch(/both\.zip: holds the layers first, second/);
    expect(await readAll({ file: zip, layer: 'second' })).toHaveLength(3);
  });

  test('a zip with damage or false sizes is refused', async () => {
    made('zipped.shp');
    const parts = ['shp', 'dbf', 'prj'].map((ending) => `zipped.${ending}`);
    const packing = [
      'import zipfile',
      'for method in (0, 8):',
      "  with zipfile.ZipFile(f'packed-{method}.zip', 'w', method) as archive:",
      `    for part in ${JSON.stringify(parts)}: archive.write(part)`,
    ];
    execFileSync('python3', ['-c', packing.join('\n')], { cwd: folder });
    for (const method of [0, 8]) {
      const bytes = readFileSync(join(folder, `packed-${method}.zip`));
      expect(await readAll({ file: write('whole.zip', bytes) })).toHaveLength(3);
      const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
      const flipped = Buffer.from(bytes);
      flipped[bytes.readUInt32LE(entry + 42) + 30 + 'zipped.shp'.length + 60] ^= 1;
      expect(await refusal({ file: write('flipped.zip', flipped) })).toMatch(
        /flipped\.zip: cannot be unzipped/,
      );
      const lying = Buffer.from(bytes);
      lying.writeUInt32LE(bytes.readUInt32LE(entry + 24) - 20, entry + 24);
      expect(await refusal({ file: write('lying.zip', lying) })).toMatch(/lying\.zip: /);
    }
  });

  test('curves are refused with the feature and the way out', async () => {
    const csv = write('curves.csv', 'wkt,a\n"CURVEPOLYGON (CIRCULARSTRING (0 0,1 1,2 0,1 -1,0 0))",1\n');
    const file = join(folder, 'curves.gpkg');
    gdal('ogr2ogr', [file, csv, '-oo', 'GEOM_POSSIBLE_NAMES=wkt', '-a_srs', 'EPSG:4326']);
    expect(await refusal({ file })).toMatch(/curves\.gpkg, feature 1: .*is a curve.* \| .*CONVERT_TO_LINEAR/);
  });
});
