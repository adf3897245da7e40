import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/geo/cells.ts';
import { buildHierarchy, familiesOf } from '../../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
import type { ContractedTile } from '../../../tiles-builder/roads/hierarchy/contract-tile.ts';
import { randomGraph } from './random-graph.ts';

const OPTIONS = { maxUseful_ms: 500, threads: 1 };
const FIXED_SEED = 20_261_121;

describe.each([
  ['a fixed seed', { seed: FIXED_SEED }],
  ['a fresh seed', {}],
])('families of tiles, %s', (_, seed) => {
  test('contracted apart and in any order are the whole', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, fc.integer({ min: 1, max: 4 }), async (graph, machines) => {
        const whole = await buildHierarchy(graph, OPTIONS);
        const known = new Map<Cell, ContractedTile>();
        for (let machine = machines - 1; machine >= 0; machine--) {
          const { cells, contract } = familiesOf(graph, OPTIONS);
          for (const family of cells.filter((_, place) => place % machines === machine)) {
            for (const [cell, tile] of await contract(family)) {
              expect(known.has(cell)).toBe(false);
              known.set(cell, tile);
            }
          }
        }
        const shared = whole.tree.cells.filter((_, tile) => whole.tree.depth[tile]! >= 2);
        expect([...known.keys()].sort()).toEqual(shared.toSorted());
        expect(await buildHierarchy(graph, OPTIONS, known)).toEqual(whole);
      }),
      { numRuns: 40, ...seed },
    );
  });
});
