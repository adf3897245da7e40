import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_NODE, NOWHERE } from '../../../tiles-builder/sources/features.ts';
import { rankOf } from '../../../tiles-builder/sources/osm/element-order.ts';
import { NodeStore } from '../../../tiles-builder/sources/osm/node-store.ts';

const MAX_ID = 2 ** 52;
const id = fc.oneof(
  fc.integer({ min: 1, max: 5_000 }),
  fc.integer({ min: -50, max: 0 }),
  fc.integer({ min: 2 ** 32, max: 2 ** 32 + 500 }),
  fc.integer({ min: -MAX_ID, max: MAX_ID }),
);
const node = fc.record({
  id,
  lon: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
});

test.each([Date.now() % 1e9])(
  'finds what was added and nothing else, however little memory it has (seed %i)',
  (seed) => {
    const nodes = fc.uniqueArray(node, {
      selector: (node) => node.id,
      minLength: 1,
      maxLength: 3_000,
      size: 'max',
    });
    fc.assert(
      fc.property(
        nodes,
        fc.array(id, { maxLength: 200 }),
        fc.constantFrom(1, 20_000, 1e6),
        (found, asked, memory) => {
          const sorted = found.toSorted((a, b) => rankOf(a.id) - rankOf(b.id));
          const store = new NodeStore(tmpdir(), memory);
          try {
            const half = Math.floor(sorted.length / 2);
            for (const batch of [sorted.slice(0, half), sorted.slice(half)]) {
              store.add({
                ids: Float64Array.from(batch, (node) => node.id),
                lon: Int32Array.from(batch, (node) => node.lon),
                lat: Int32Array.from(batch, (node) => node.lat),
              });
            }
            store.finish();
            const byId = new Map(found.map((node) => [node.id, node]));
            const ids = [...asked, ...found.map((node) => node.id)];
            const { lon, lat, nodes } = store.locate(ids);
            const numbers = new Map(sorted.map(({ id }, number) => [id, number]));
            expect([...nodes]).toEqual(ids.map((id) => numbers.get(id) ?? NO_NODE));
            expect(ids.map((id) => store.numberOf(id))).toEqual([...nodes]);
            expect([...lon]).toEqual(ids.map((id) => byId.get(id)?.lon ?? NOWHERE));
            expect([...lat]).toEqual(ids.map((id) => byId.get(id)?.lat ?? NOWHERE));
          } finally {
            store.close();
          }
        },
      ),
      { seed, numRuns: 25 },
    );
  },
);
