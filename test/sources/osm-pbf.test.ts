import { describe, expect, test } from 'vitest';
import type { Tags } from '../../tiles-builder/records.ts';
import { type OsmPbfHeader, readOsmPbf } from '../../tiles-builder/sources/osm-pbf.ts';
import { scratchFolder } from '../support/scratch-file.ts';
import { type PbfOptions, type TestOsm, writeOsmPbf } from '../support/write-osm-pbf.ts';

const scratch = scratchFolder();

const town: TestOsm = {
  nodes: [
    { id: 12_345_678_901, lon: 7.4, lat: 43.7, tags: { barrier: 'gate', name: 'Porte de l’Été' } },
    { id: 5, lon: -7.4000001, lat: -43.7 },
    { id: 6, lon: 179.9999999, lat: 89.9999999, tags: { highway: 'crossing' } },
  ],
  ways: [{ id: 77, nodes: [5, 12_345_678_901, 6], tags: { highway: 'primary' } }],
  relations: [
    {
      id: 9,
      members: [
        { type: 'way', id: 77, role: 'from' },
        { type: 'node', id: 5, role: 'via' },
        { type: 'relation', id: 3, role: '' },
      ],
      tags: { type: 'restriction' },
    },
  ],
};

async function readAll(file: string): Promise<{ elements: unknown[]; header: OsmPbfHeader }> {
  const elements: unknown[] = [];
  const header = await readOsmPbf(
    file,
    {
      node: (id: number, lon: number, lat: number, tags: Tags | null) =>
        elements.push({ id, lon, lat, tags }),
      way: (id, nodes, tags) => elements.push({ id, nodes: [...nodes], tags }),
      relation: (id, members, tags) => elements.push({ id, members, tags }),
    },
    () => {},
    '',
  );
  return { elements, header };
}

const expected = [
  { id: 12_345_678_901, lon: 74_000_000, lat: 437_000_000, tags: town.nodes![0]!.tags },
  { id: 5, lon: -74_000_001, lat: -437_000_000, tags: null },
  { id: 6, lon: 1_799_999_999, lat: 899_999_999, tags: { highway: 'crossing' } },
  { id: 77, nodes: [5, 12_345_678_901, 6], tags: { highway: 'primary' } },
  { id: 9, members: town.relations![0]!.members, tags: { type: 'restriction' } },
];

describe('reads every element of', () => {
  const cases: Record<string, PbfOptions> = {
    'dense nodes in zlib': {},
    'plain nodes': { dense: false },
    'a file without compression': { compression: 'none' },
    'a file in zstd': { compression: 'zstd' },
    'another granularity and offset': { granularity: 10, lonOffset: 1_000_000 },
  };
  for (const [name, options] of Object.entries(cases)) {
    test(name, async () => {
      const { elements, header } = await readAll(scratch('town.osm.pbf', writeOsmPbf(town, options)));
      expect(elements).toEqual(expected);
      expect(header.bounds).toBeNull();
    });
  }

  test('a header with a bounding box', async () => {
    const bytes = writeOsmPbf(town, { bounds: [-7.5, 43.1, 7.5, 43.9] });
    const { header } = await readAll(scratch('bounds.osm.pbf', bytes));
    expect(header.bounds).toEqual({ west: -7.5, south: 43.1, east: 7.5, north: 43.9 });
  });
});

describe('refuses', () => {
  const whole = writeOsmPbf(town);
  const refused: [name: string, bytes: Uint8Array | string, reason: RegExp][] = [
    ['an empty file', '', /is empty/],
    ['text', '<?xml version="1.0"?><osm></osm>', /is not an OSM PBF file/],
    ['GeoJSON', '{"type":"FeatureCollection"}', /is not an OSM PBF file/],
    [
      'a required feature',
      writeOsmPbf(town, { requiredFeatures: ['HistoricalInformation'] }),
      /HistoricalInformation/,
    ],
    ['locations on ways', writeOsmPbf(town, { optionalFeatures: ['LocationsOnWays'] }), /LocationsOnWays/],
    ['an unknown compression', writeOsmPbf(town, { compression: 'lzma' }), /lzma/],
  ];
  for (const [name, bytes, reason] of refused) {
    test(name, async () => {
      const file = scratch('refused.osm.pbf', bytes);
      await expect(readAll(file)).rejects.toMatchObject({
        name: 'BadInput',
        message: expect.stringMatching(reason),
      });
      await expect(readAll(file)).rejects.toThrow(file);
    });
  }

  test('a missing file', async () => {
    await expect(readAll('/nowhere/town.osm.pbf')).rejects.toThrow(/town\.osm\.pbf: is not there/);
  });

  test('a file cut at any byte but between blobs', async () => {
    const headerBytes = firstBlobBytes(whole);
    for (let length = 1; length < whole.length; length++) {
      const read = readAll(scratch('cut.osm.pbf', whole.subarray(0, length)));
      if (length === headerBytes) expect((await read).elements).toEqual([]);
      else await expect(read).rejects.toMatchObject({ name: 'BadInput' });
    }
  });

  test('or reads a file with one byte changed, and nothing worse', async () => {
    for (let at = 0; at < whole.length; at++) {
      const damaged = Uint8Array.from(whole);
      damaged[at]! ^= 0x55;
      const outcome = await readAll(scratch('damaged.osm.pbf', damaged)).catch((error: Error) => error.name);
      expect(typeof outcome === 'string' ? outcome : 'read').toMatch(/^(BadInput|read)$/);
    }
  });
});

/** Bytes of a file's first blob with its header. */
function firstBlobBytes(bytes: Uint8Array): number {
  const second = Buffer.from(bytes).indexOf('OSMData');
  const lengthAndTag = 4 + 2;
  return second - lengthAndTag;
}
