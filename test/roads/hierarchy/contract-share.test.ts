import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/geo/cells.ts';
import { buildHierarchy, contractShare } from '../../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
import type { ContractedTile } from '../../../tiles-builder/roads/hierarchy/contract-tile.ts';
import { randomGraph } from './random-graph.ts';

const OPTIONS = { maxUseful_ms: 500, threads: 1 };
const FIXED_SEED = 20_261_121;

describe.each([
  ['a fixed seed', { seed: FIXED_SEED }],
  ['a fresh seed', {}],
])('shares of a contraction, %s', (_, seed) => {
  test('put together are the whole', async () => {
    await fc.assert(
      fc.asyncProperty(randomGraph, fc.integer({ min: 1, max: 4 }), async (graph, of) => {
        const whole = await buildHierarchy(graph, OPTIONS);
        const known = new Map<Cell, ContractedTile>();
        for (let index = 0; index < of; index++) {
          for (const [cell, tile] of await contractShare(graph, OPTIONS, { index, of })) {
            expect(known.has(cell)).toBe(false);
            known.set(cell, tile);
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
