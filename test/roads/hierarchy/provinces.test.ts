/** Contraction by province, as on several machines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedFile } from '../../../tiles-builder/base/files/keyed-file.ts';
import { JobThreads } from '../../../tiles-builder/base/threads/job-threads.ts';
import { buildHierarchy, closeHierarchy } from '../../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
import { contractDistricts } from '../../../tiles-builder/roads/hierarchy/contract-steps.ts';
import {
  DISTRICT_DEPTH,
  PROVINCE_DEPTH,
  placeGraph,
  tilesAtDepth,
} from '../../../tiles-builder/roads/hierarchy/place-graph.ts';
import { loadTiles, withHierarchy } from '../../support/roads/contracted-roads.ts';
import { randomGraph } from './random-graph.ts';

const MAX_USEFUL_MS = 500;
const OPTIONS = { maxUseful_ms: MAX_USEFUL_MS, threads: new JobThreads(1) };

test('provinces put together are the whole', async () => {
  await fc.assert(
    fc.asyncProperty(randomGraph, async (graph) => {
      const folder = mkdtempSync(join(tmpdir(), 'provinces-'));
      const placed = placeGraph(graph);
      const { cells, depth } = placed.tree;
      const files: KeyedFile[] = [];
      for (const province of tilesAtDepth(placed.tree, PROVINCE_DEPTH)) {
        const file = join(folder, `province-${province}`);
        await contractDistricts(graph, placed, file, OPTIONS, province);
        files.push(new KeyedFile(file));
      }
      for (const cell of cells.filter((_, tile) => depth[tile] === DISTRICT_DEPTH)) {
        expect(files.filter((file) => file.has(cell))).toHaveLength(1);
      }
      const fromProvinces = await buildHierarchy(graph, folder, OPTIONS, files);
      await withHierarchy(graph, MAX_USEFUL_MS, ({ loaded }) => {
        expect(loadTiles(fromProvinces)).toEqual(loaded);
      });
      closeHierarchy(fromProvinces);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
