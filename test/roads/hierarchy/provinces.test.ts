/** Contraction by province, as on several machines. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JobThreads } from '../../../tiles-builder/base/threads/job-threads.ts';
import { buildHierarchy } from '../../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
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
      const folders: string[] = [];
      for (const province of tilesAtDepth(placed.tree, PROVINCE_DEPTH)) {
        const own = join(folder, `province-${province}`);
        await contractDistricts(graph, placed, own, OPTIONS, province);
        folders.push(own);
      }
      for (const cell of cells.filter((_, tile) => depth[tile] === DISTRICT_DEPTH)) {
        expect(folders.filter((own) => existsSync(join(own, cell)))).toHaveLength(1);
      }
      const fromProvinces = await buildHierarchy(graph, folder, OPTIONS, folders);
      await withHierarchy(graph, MAX_USEFUL_MS, ({ loaded }) => {
        expect(loadTiles(fromProvinces)).toEqual(loaded);
      });
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
