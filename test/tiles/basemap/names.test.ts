import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNNAMED } from '../../../src/format/envelope.ts';
import { type NamedPlace, type NameEntry, prefixOf } from '../../../src/format/name-index.ts';
import { tileSetPrefix } from '../../../src/format/object-keys.ts';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import { lookUpNames } from '../../../src/storage/look-up-names.ts';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import { SortedEntries } from '../../../tiles-builder/tiles/basemap/sorted-entries.ts';
import { MemoryTileSource } from '../../support/datasets/memory-tile-source.ts';
import { gatherMapFeatures, packsOf } from '../../support/files/basemap-tiles.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const COVERAGE: Zone = [[rectangle(0, 0, 1, 1)]];

type Thing = { readonly tags: Tags; readonly at: readonly Position[] };

/** Two municipalities of a country. */
const AREAS: readonly (readonly [Tags, Zone])[] = [
  [{ admin_level: '2', name: 'Malta', 'name:fr': 'Malte' }, [[rectangle(-1, -1, 2, 2)]]],
  [{ admin_level: '8', name: 'Tas-Sliema', 'name:en': 'Sliema' }, [[rectangle(0.2, 0.2, 0.25, 0.25)]]],
  [{ admin_level: '8', name: 'Valletta' }, [[rectangle(0.25, 0.2, 0.3, 0.25)]]],
];

async function searchIn(things: readonly Thing[], areas: typeof AREAS = []) {
  const features = gatherMapFeatures();
  things.forEach(({ tags, at }, id) => {
    if (at.length === 1) features.points.take({ position: at[0], tags });
    else {
      const [lon, lat] = [0, 1].map((axis) =>
        Int32Array.from(at, (position) => Math.round(position[axis] * 1e7)),
      );
      features.lines.take({ id, tags, nodes: Uint32Array.from(at, (_, i) => i), lon, lat });
    }
  });
  for (const [tags, polygons] of areas) features.administrative.take({ polygons, tags });
  const prefix = tileSetPrefix('basemap', UNNAMED);
  const objects = new Map(
    [...(await packsOf(features, COVERAGE))].map(([name, object]) => [prefix + name, object]),
  );
  const source = new MemoryTileSource(objects);
  const find = async (typed: string): Promise<NamedPlace[]> =>
    (await lookUpNames(UNNAMED, prefixOf(typed), source, new LoadedObjects(1e6)))!;
  return {
    objects,
    find,
    said: async (typed: string) => (await find(typed)).map(({ name, near }) => `${name}, ${near}`),
  };
}

const street = (name: string, at: readonly Position[]): Thing => ({
  tags: { highway: 'residential', name },
  at,
});
const place = (name: string, kind: string, at: Position, more: Tags = {}): Thing => ({
  tags: { place: kind, name, ...more },
  at: [at],
});

const THINGS: readonly Thing[] = [
  place('Rennes', 'city', [0.5, 0.5], { population: '220000' }),
  place('Saint-Grégoire', 'town', [0.5, 0.56]),
  place('Rennes-les-Bains', 'village', [0.9, 0.9]),
  place('Centre', 'suburb', [0.501, 0.5]),
  // The longer way gives the position.
  street('Rue de l’Église', [
    [0.5, 0.501],
    [0.501, 0.501],
  ]),
  street('Rue de l’Église', [
    [0.501, 0.501],
    [0.503, 0.501],
    [0.505, 0.501],
  ]),
  street('Rue de l’Église', [
    [0.5, 0.561],
    [0.501, 0.561],
  ]),
  street('Impasse Rennes', [
    [0.1, 0.1],
    [0.101, 0.1],
  ]),
  {
    tags: { waterway: 'river', name: 'La Vilaine' },
    at: [
      [0.4, 0.5],
      [0.6, 0.5],
    ],
  },
  street('Beyond', [
    [1.5, 0.5],
    [1.6, 0.5],
  ]),
];

test('places and streets are found by how they or their words begin, the greater before the smaller', async () => {
  const { said, find } = await searchIn(THINGS);
  expect(await said('renn')).toEqual(['Rennes, null', 'Rennes-les-Bains, null', 'Impasse Rennes, null']);
  expect(await said('RUE DE L EGLISE')).toEqual([
    'Rue de l’Église, Rennes',
    'Rue de l’Église, Saint-Grégoire',
  ]);
  expect(await said('église')).toHaveLength(2);
  expect(await said('rue de l’église, saint-gre')).toEqual(['Rue de l’Église, Saint-Grégoire']);
  expect(await said('l')).toEqual(['La Vilaine, Rennes']);
  expect(await said('vilaine')).toEqual(['La Vilaine, Rennes']);
  expect(await said('centre')).toEqual(['Centre, Rennes']);
  expect(await said('beyond')).toEqual([]);
  expect((await find('rue de l eglise rennes')).map(({ lon, lat, kind }) => [lon, lat, kind])).toEqual([
    [0.503, 0.501, 'street'],
  ]);
});

test('places are in their municipality, towns in what is around it, and areas may follow a name', async () => {
  const { said } = await searchIn(
    [
      place('Valletta', 'city', [0.27, 0.22], { 'name:fr': 'La Valette' }),
      place('Tas-Sliema', 'town', [0.22, 0.22], { 'name:en': 'Sliema' }),
      place('San Ġiljan', 'town', [0.21, 0.3], { 'name:en': 'Saint Julian’s' }),
      street('Tower Road', [
        [0.249, 0.22],
        [0.2495, 0.22],
      ]),
      street('Zebra Road', [
        [0.249, 0.23],
        [0.2495, 0.23],
      ]),
    ],
    AREAS,
  );
  expect(await said('Valletta, Malta')).toEqual(['Valletta, Malta']);
  expect(await said('la valette, malte')).toEqual(['La Valette, Malta']);
  expect(await said('Sliema')).toEqual(['Sliema, Malta']);
  expect(await said('Sleima')).toEqual(['Sliema, Malta']);
  for (const typed of ['St Julian', 'St. Julian’s', 'saint julians, malta', 'St Juilan'])
    expect(await said(typed), typed).toEqual(['Saint Julian’s, Malta']);
  for (const typed of [
    'Tower Road, Sliema',
    'tower road tas-sl',
    'tower road sliema malta',
    'Tower Raod',
    'Tower Road 12b',
    '12, Tower Road, Sliema',
  ])
    expect(await said(typed), typed).toEqual(['Tower Road, Tas-Sliema']);
  expect(await said('Tower Road, Valletta')).toEqual([]);
  expect(await said('zba')).toEqual([]);
});

test('a river through many packs is found once, and does not hide what begins like it', async () => {
  const river = (from: number): Thing => ({
    tags: { waterway: 'river', name: 'Loire' },
    at: Array.from({ length: 5 }, (_, i): Position => [from + i / 100, 0.5]),
  });
  const { said } = await searchIn([
    ...Array.from({ length: 20 }, (_, i) => river(i / 20)),
    place('Loirette', 'hamlet', [0.2, 0.2]),
  ]);
  expect(await said('loire')).toEqual(['Loire, null', 'Loirette, null']);
});

test('names are sorted in as little memory as they are given', () => {
  const anyKey = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '￮'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(anyKey, { maxLength: 40 }),
      fc.integer({ min: 200, max: 2_000 }),
      (keys, most_bytes) => {
        const sorted = new SortedEntries(join(mkdtempSync(join(tmpdir(), 'sorted-')), 'names'), most_bytes);
        const entries = keys.map(
          (key, lon): NameEntry => ({
            key,
            name: key,
            kind: 'village',
            lon,
            lat: 0,
            near: null,
            order: 0,
            within: '',
          }),
        );
        for (const entry of entries) sorted.add(entry);
        const expected = entries.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.lon - b.lon));
        expect([...sorted.sorted()]).toEqual(expected);
      },
    ),
    { numRuns: 10 },
  );
});
