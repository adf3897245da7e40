/** Districts contracted in shares, as several machines would, beside those contracted at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedFile } from '../../../tiles-builder/files/keyed-file.ts';
import { buildHierarchy, closeHierarchy } from '../../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
import { contractDistricts } from '../../../tiles-builder/roads/hierarchy/contract-steps.ts';
import { PiecesByCell } from '../../../tiles-builder/roads/hierarchy/pieces-by-cell.ts';
import { DISTRICT_DEPTH, placeGraph } from '../../../tiles-builder/roads/hierarchy/place-graph.ts';
import { RoadThreads } from '../../../tiles-builder/roads/road-threads.ts';
import { loadTiles, withHierarchy } from '../../support/contracted-roads.ts';
import { randomGraph } from './random-graph.ts';

const MAX_USEFUL_MS = 500;
const OPTIONS = { maxUseful_ms: MAX_USEFUL_MS, threads: new RoadThreads(1) };
const FIXED_SEED = 20_261_121;

test.each([
  ['a fixed seed', { seed: FIXED_SEED }],
  ['a fresh seed', {}],
])('shares put together are the whole, %s', async (_name, seed) => {
  await fc.assert(
    fc.asyncProperty(randomGraph, fc.integer({ min: 1, max: 4 }), async (graph, of) => {
      const folder = mkdtempSync(join(tmpdir(), 'shares-'));
      const placed = placeGraph(graph);
      const files: KeyedFile[] = [];
      for (let index = 0; index < of; index++) {
        const file = join(folder, `share-${index}`);
        const share = { index, of };
        await contractDistricts(graph, placed, file, { ...OPTIONS, share });
        files.push(new KeyedFile(file));
      }
      const { cells, depth } = placed.tree;
      for (const cell of cells.filter((_, tile) => depth[tile] === DISTRICT_DEPTH)) {
        expect(files.filter((file) => file.has(cell))).toHaveLength(1);
      }
      const fromShares = await buildHierarchy(graph, folder, OPTIONS, new PiecesByCell(files));
      await withHierarchy(graph, MAX_USEFUL_MS, ({ loaded }) => {
        expect(loadTiles(fromShares)).toEqual(loaded);
      });
      closeHierarchy(fromShares);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 40, endOnFailure: true, ...seed },
  );
});
