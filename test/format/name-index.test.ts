import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNNAMED } from '../../src/format/envelope.ts';
import { foldedName } from '../../src/format/folded-name.ts';
import {
  beginsWithinOneEdit,
  type NamedPlace,
  type NameEntry,
  prefixOf,
  writeNames,
} from '../../src/format/name-index.ts';
import { tileSetPrefix } from '../../src/format/object-keys.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { lookUpNames } from '../../src/storage/look-up-names.ts';
import type { TileSource } from '../../src/storage/tile-source.ts';

function indexOf(entries: readonly NameEntry[], page_bytes: number) {
  const objects = new Map<string, Uint8Array>();
  writeNames(
    entries,
    (name, object) => objects.set(tileSetPrefix('basemap', UNNAMED) + name, object),
    page_bytes,
  );
  let reads = 0;
  const source: TileSource = {
    read: async (key) => {
      reads++;
      const object = objects.get(key);
      return object ? new Uint8Array(object).buffer : null;
    },
  };
  const find = async (prefix: string): Promise<{ found: NamedPlace[]; reads: number }> => {
    reads = 0;
    const found = await lookUpNames(UNNAMED, prefix, source, new LoadedObjects(1e6));
    return { found, reads };
  };
  return { objects, find };
}

const ascending = (entries: readonly NameEntry[]): NameEntry[] =>
  entries.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.order - b.order || a.lon - b.lon));

/** Many keys begin alike; one letter sorts last. */
const anyKey = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '￮', '𝔷'), minLength: 1, maxLength: 6 });
const anyEntries = fc.array(fc.record({ key: anyKey, order: fc.nat(5) }), { maxLength: 120 }).map((some) =>
  some.map(
    ({ key, order }, lon): NameEntry => ({
      key,
      name: `${key} ${lon}`,
      kind: 'street',
      lon,
      lat: 0,
      near: null,
      order,
      within: '',
    }),
  ),
);

describe.each([Date.now() % 1e9])('names (seed %i)', (seed) => {
  test('any prefix finds the first names with it, by two reads, for pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEntries,
        anyKey,
        fc.integer({ min: 1, max: 2_000 }),
        async (entries, other, page_bytes) => {
          const { find } = indexOf(ascending(entries), page_bytes);
          const prefixes = entries.flatMap(({ key }) => Array.from(key, (_, i) => key.slice(0, i + 1)));
          for (const prefix of new Set([...prefixes, other, 'a', `${other}b`])) {
            const expected = entries
              .filter(({ key }) => key.startsWith(prefix))
              .sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.lon - b.lon))
              .slice(0, 10)
              .map(({ name }) => name);
            const { found, reads } = await find(prefix);
            // Words of areas, or one edit, may find others.
            if (expected.length === 0) continue;
            expect({ prefix, found: found!.map(({ name }) => name) }).toEqual({ prefix, found: expected });
            expect(reads).toBeLessThanOrEqual(2);
          }
        },
      ),
      { numRuns: 60, seed },
    );
  });
});

test('one edit of what is typed is found where a distance by all edits is one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  const distance = (a: string, b: string): number => {
    const rows = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => i + j),
    );
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        const other = Number(a[i - 1] !== b[j - 1]);
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + other);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
    return rows[a.length][b.length];
  };
  fc.assert(
    fc.property(text, text, (key, typed) => {
      const beginnings = Array.from({ length: key.length + 1 }, (_, end) => key.slice(0, end));
      const least = Math.min(...beginnings.map((beginning) => distance(beginning, typed)));
      expect(beginsWithinOneEdit(key, typed)).toBe(least <= 1);
    }),
    { numRuns: 2_000 },
  );
});

test('a place under two keys is offered once', async () => {
  const place = { name: 'Rue de la Rue', kind: 'street', lon: 1, lat: 2, near: 'Ville', order: 4 } as const;
  const within = 'ville';
  const { find } = indexOf(
    [
      { ...place, within, key: 'rue de la rue ville' },
      { ...place, within, key: 'rue ville', order: 5 },
    ],
    1,
  );
  expect((await find('rue')).found).toEqual([place]);
  expect((await find('rue ville')).found).toHaveLength(1);
  expect((await find('roxx')).found).toEqual([]);
});

test('without names nothing is found; a missing page or root is a fault', async () => {
  expect((await indexOf([], 1).find('a')).found).toEqual([]);
  const { objects, find } = indexOf(
    [{ key: 'a', name: 'A', kind: 'town', lon: 0, lat: 0, near: null, order: 0, within: '' }],
    1,
  );
  for (const key of [...objects.keys()]) {
    const object = objects.get(key)!;
    objects.delete(key);
    const findBoth = () => Promise.all([find('a'), find('none')]);
    await expect(findBoth()).rejects.toThrow('is missing');
    objects.set(key, object.with(45, object[45] ^ 1));
    await expect(findBoth()).rejects.toThrow('checksum');
    objects.set(key, object);
  }
  expect((await find('a')).found).toHaveLength(1);
});

test('names in another order than that of their keys are refused', () => {
  const entry = { name: 'A', kind: 'town', lon: 0, lat: 0, near: null, order: 0, within: '' } as const;
  const entries = ['b', 'a'].map((key) => ({ ...entry, key }));
  expect(() => writeNames(entries, () => {})).toThrow('comes after');
});

test.for([
  ['Saint-Étienne', 'saint etienne'],
  ['SAINT ETIENNE', 'saint etienne'],
  ['Rue de l’Œuvre', 'rue de l oeuvre'],
  ['Göteborg', 'goteborg'],
  ['Smørum Straße', 'smorum strasse'],
  ['  12, rue du 4-Septembre ', '12 rue du 4 septembre'],
  ['İstanbul', 'istanbul'],
  ['№ 5', 'no 5'],
  ['Store™', 'storetm'],
  ['St. Julian’s', 'saint julians'],
  ['Main St', 'main st'],
  ['ℋotel', 'hotel'],
  ['東京', '東京'],
  ['Αθήνα', 'αθηνα'],
  ['…', ''],
] as const)('%s is found by %s', ([name, folded]) => {
  expect(foldedName(name)).toBe(folded);
  expect(foldedName(folded)).toBe(folded);
});

test('what is typed is heeded to some length', () => {
  expect(prefixOf('É'.repeat(20_000))).toBe('e'.repeat(100));
});
