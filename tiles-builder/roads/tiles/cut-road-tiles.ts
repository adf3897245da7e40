/** Builds the contraction hierarchy of one travel mode, and cuts it into packed tiles: each province, then the root. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RoadLayer, TileSetEntry } from '../../../src/format/manifest.ts';
import { MAX_TRAVEL_TIME_S } from '../../../src/format/road-model.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import type { AddObject, Progress } from '../../base/records.ts';
import { inOrder } from '../../base/threads/in-order.ts';
import type { JobThreads } from '../../base/threads/job-threads.ts';
import type { TimedGraph } from '../graph/timed-graph.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/build-hierarchy.ts';
import type { StepOptions } from '../hierarchy/contract-steps.ts';
import { PROVINCE_DEPTH, tilesAtDepth } from '../hierarchy/place-graph.ts';
import { cutProvinceJob, type ProvinceInRoot } from './cut-province.ts';
import { cutRoot } from './cut-root.ts';
import { graphToCut, layOutProvince } from './lay-out-province.ts';

export type RoadFigures = Omit<RoadLayer, keyof TileSetEntry>;

export interface CutOptions {
  readonly scratch: string;
  readonly threads: JobThreads;
  readonly progress: Progress;
}

const MIN_EDGES_FOR_THREADS = 20_000;

/** The result is equal for any number of threads. */
export async function cutRoadTiles(
  graph: TimedGraph,
  travel: Travel,
  add: AddObject,
  { scratch, threads, progress }: CutOptions,
): Promise<RoadFigures> {
  const folder = mkdtempSync(join(scratch, '.roads-'));
  try {
    const options = {
      maxUseful_ms: MAX_TRAVEL_TIME_S[travel] * 1000,
      threads: threads.where(graph.edgeTail.length >= MIN_EDGES_FOR_THREADS),
      progress,
    };
    const hierarchy = await buildHierarchy(graph, folder, options);
    // Frees threads' memory: provinces need the most.
    await options.threads.close();
    return await cutHierarchy(graph, hierarchy, travel, add, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function cutHierarchy(
  graph: TimedGraph,
  hierarchy: Hierarchy,
  travel: Travel,
  add: AddObject,
  options: StepOptions,
): Promise<RoadFigures> {
  const { leaves, separators, inRoot } = await cutProvinces(graph, hierarchy, travel, add, options);
  const root = cutRoot(graph, hierarchy, inRoot, travel, add);
  return {
    provinces: root.provinces,
    tiles: leaves,
    separator_tiles: separators + root.pages,
    nodes: graph.nodeFlags.length,
    edges: graph.edgeTail.length,
  };
}

export interface CutProvinces {
  readonly leaves: number;
  readonly separators: number;
  readonly inRoot: ReadonlyMap<Cell, ProvinceInRoot>;
}

export async function cutProvinces(
  graph: TimedGraph,
  hierarchy: Hierarchy,
  travel: Travel,
  add: AddObject,
  { maxUseful_ms, threads, progress }: StepOptions,
): Promise<CutProvinces> {
  const whole = graphToCut(graph, travel);
  const provinces = tilesAtDepth(hierarchy.placed.tree, PROVINCE_DEPTH);
  const cut = inOrder(provinces, threads.atOnce, (province) =>
    threads.run(cutProvinceJob, {
      tiles: layOutProvince(whole, hierarchy, province),
      travel,
      max_ms: maxUseful_ms,
    }),
  );
  const inRoot = new Map<Cell, ProvinceInRoot>();
  let [done, leaves, separators] = [0, 0, 0];
  for await (const province of cut) {
    progress('Cut roads into tiles', done, provinces.length);
    for (const [name, object] of province.objects) add(name, object);
    inRoot.set(hierarchy.placed.tree.cells[provinces[done++]], province.inRoot);
    leaves += province.leaves;
    separators += province.separators;
  }
  return { leaves, separators, inRoot };
}
