import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_NODE, NOWHERE, type ReadSource } from '../../../tiles-builder/sources/features.ts';
import { readOsmFile } from '../../../tiles-builder/sources/osm/read-osm-file.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { type PbfOptions, type TestOsm, writeOsmPbf } from '../../support/files/write-osm-pbf.ts';
import { type TakenElements, takeAll } from './take-all.ts';

const write = scratchFolder();
const scratch = temporaryFolder();

async function readAll(file: string): Promise<TakenElements & { readonly reading: ReadSource }> {
  const { taken, consumer } = takeAll();
  const reading = await readOsmFile(file, [consumer], { progress: () => {}, scratch });
  return { ...taken, reading };
}

const gate = { barrier: 'gate', name: 'Porte de l’Été' };
const town: Required<TestOsm> = {
  nodes: [
    { id: -5, lon: -7.4000001, lat: -43.7 },
    { id: 6, lon: 179.9999999, lat: 89.9999999, tags: { highway: 'crossing' } },
    { id: 12_345_678_901, lon: 7.4, lat: 43.7, tags: gate },
  ],
  ways: [{ id: 77, nodes: [-5, 12_345_678_901, 99, 6], tags: { highway: 'primary' } }],
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
const expected = {
  nodes: [{ id: 12_345_678_901, tags: gate }],
  ways: [
    {
      id: 77,
      tags: { highway: 'primary' },
      nodes: [0, 2, NO_NODE, 1],
      lon: [-74_000_001, 74_000_000, NOWHERE, 1_799_999_999],
      lat: [-437_000_000, 437_000_000, NOWHERE, 899_999_999],
    },
  ],
  relations: town.relations,
};
const { nodes, ways, relations } = town;

describe('reads every element of', () => {
  const cases: Record<string, [osm: TestOsm | readonly TestOsm[], options: PbfOptions]> = {
    'dense nodes in zlib': [town, {}],
    'a file without compression': [town, { compression: 'none' }],
    'a file in zstd': [town, { compression: 'zstd' }],
    'another granularity and offset': [town, { granularity: 10, lonOffset: 1_000_000 }],
    'a granularity that is no part of the unit of coordinates': [town, { granularity: 70, lonOffset: -33 }],
    'blobs of one kind each': [[{ nodes }, { ways }, { relations }], {}],
    'blobs of two kinds': [
      [{ nodes: nodes.slice(0, 1) }, { nodes: nodes.slice(1), ways }, { relations }],
      {},
    ],
    'blobs of nothing': [[{}, { nodes }, {}, {}, { ways }, {}, { relations }, {}], {}],
    'a blob of nothing before one of two kinds': [[{}, { nodes, ways }, { relations }], {}],
  };
  test.each(Object.entries(cases))('%s', async (_, [osm, options]) => {
    const { reading, ...taken } = await readAll(write('town.osm.pbf', writeOsmPbf(osm, options)));
    expect(taken).toEqual(expected);
    expect(reading.statedBounds).toBeNull();
  });

  test('a header with a bounding box', async () => {
    const bytes = writeOsmPbf(town, { bounds: [-7.5, 43.1, 7.5, 43.9] });
    const { reading } = await readAll(write('bounds.osm.pbf', bytes));
    expect(reading.statedBounds).toEqual({ west: -7.5, south: 43.1, east: 7.5, north: 43.9 });
  });
});

describe('files that are not sorted', () => {
  test('are refused with the command that sorts them', async () => {
    const file = write('unsorted.osm.pbf', writeOsmPbf({ nodes: [...nodes].reverse(), ways, relations }));
    await expect(readAll(file)).rejects.toMatchObject({
      name: 'BadInput',
      message: expect.stringMatching(
        /node 6: .*is not sorted by type and id: .*it comes after node 12345678901/,
      ),
      advice: `Sort it first: osmium sort ${file} -o ${file.replace('.osm.pbf', '.sorted.osm.pbf')}`,
    });
  });

  test('are refused however they are shuffled, and sorted ones are read however they are cut', async () => {
    const id = fc.integer({ min: -4, max: 8 }).filter((value) => value !== 0);
    const element = fc.record({ kind: fc.constantFrom('nodes', 'ways', 'relations'), id });
    type Element = { kind: string; id: number };
    const kinds = ['nodes', 'ways', 'relations'];
    const compare = (a: Element, b: Element): number =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      Number(a.id > 0) - Number(b.id > 0) ||
      Math.abs(a.id) - Math.abs(b.id);
    const elements = fc.uniqueArray(element, { selector: ({ kind, id }) => kind + id, maxLength: 12 });
    const arranged = elements.chain((all) =>
      fc.tuple(
        fc
          .boolean()
          .chain((sorted) =>
            sorted
              ? fc.constant([...all].sort(compare))
              : fc.shuffledSubarray(all, { minLength: all.length }),
          ),
        fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
      ),
    );
    const seed = Date.now() % 1e9;
    const check = async ([all, cuts]: [Element[], number[]]): Promise<void> => {
      const parts: TestOsm[] = [{}];
      for (const [i, { kind, id }] of all.entries()) {
        for (let cut = 0; cut < cuts[i]; cut++) parts.push({});
        const part = parts.at(-1) as Record<string, unknown[]>;
        part[kind] ??= [];
        const of = { nodes: { lon: id, lat: 1 }, ways: { nodes: [id] }, relations: { members: [] } };
        part[kind].push({ id, tags: {}, ...of[kind as keyof typeof of] });
      }
      // Nodes before ways before relations.
      const written = parts.flatMap((part) =>
        kinds.flatMap((kind) =>
          ((part as Record<string, { id: number }[]>)[kind] ?? []).map(({ id }) => ({ kind, id })),
        ),
      );
      const isSorted = written.every((found, i) => i === 0 || compare(written[i - 1], found) < 0);
      const file = write('arranged.osm.pbf', writeOsmPbf(parts, { compression: 'none' }));
      const read = readAll(file);
      if (!isSorted) {
        await expect(read).rejects.toThrow(/is not sorted by type and id/);
        return;
      }
      const { ways, relations } = await read;
      const idsOf = (kind: string): number[] =>
        written.filter((found) => found.kind === kind).map(({ id }) => id);
      expect(ways.map(({ id }) => id)).toEqual(idsOf('ways'));
      expect(relations.map(({ id }) => id)).toEqual(idsOf('relations'));
      for (const { id, lon } of ways) {
        expect(lon).toEqual([idsOf('nodes').includes(id) ? id * 1e7 : NOWHERE]);
      }
    };
    for (const numberOfRun of [1, seed]) {
      await fc.assert(fc.asyncProperty(arranged, check), { seed: numberOfRun, numRuns: 150 });
    }
  });
});

describe('refuses', () => {
  const whole = writeOsmPbf(town);
  const node = { id: 1, lon: 1, lat: 1 };
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
    ['nodes that are not dense', writeOsmPbf(town, { dense: false }), /: has nodes that are not dense$/],
    ['an unknown compression', writeOsmPbf(town, { compression: 'lzma' }), /lzma/],
    ['a node that is there twice', writeOsmPbf([{ nodes: [node] }, { nodes: [node] }]), /node 1: .* twice/],
    [
      'ids beyond those that can be distinguished',
      writeOsmPbf({ nodes: [{ ...node, id: 2 ** 60 }] }),
      /not supported/,
    ],
    ...(['lon', 'lat'] as const).flatMap((axis) =>
      [1, -1].map((side): [name: string, bytes: Uint8Array, reason: RegExp] => [
        `a node off the globe, by its ${axis} times ${side}`,
        writeOsmPbf({ nodes: [{ ...node, [axis]: side * ((axis === 'lon' ? 180 : 90) + 1e-7) }] }),
        /damaged: a node lies off the globe/,
      ]),
    ),
  ];
  test.each(refused)('%s', async (_, bytes, reason) => {
    const file = write('refused.osm.pbf', bytes);
    await expect(readAll(file)).rejects.toMatchObject({
      name: 'BadInput',
      message: expect.stringMatching(reason),
    });
    await expect(readAll(file)).rejects.toThrow(file);
  });

  test('a file cut at any byte but between blobs', async () => {
    const headerBytes = firstBlobBytes(whole);
    for (let length = 1; length < whole.length; length++) {
      const read = readAll(write('cut.osm.pbf', whole.subarray(0, length)));
      if (length === headerBytes) expect((await read).nodes).toEqual([]);
      else await expect(read).rejects.toMatchObject({ name: 'BadInput' });
    }
  });

  test('or reads a file with one byte changed, and nothing worse', async () => {
    for (let at = 0; at < whole.length; at++) {
      const damaged = Uint8Array.from(whole);
      damaged[at] ^= 0x55;
      const outcome = await readAll(write('damaged.osm.pbf', damaged)).catch((error: Error) => error.name);
      expect(typeof outcome === 'string' ? outcome : 'read').toMatch(/^(BadInput|read)$/);
    }
  });
});

function firstBlobBytes(bytes: Uint8Array): number {
  const second = Buffer.from(bytes).indexOf('OSMData');
  const lengthAndTag = 4 + 2;
  return second - lengthAndTag;
}
