import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { membersOf } from '../../../tiles-builder/base/numbers/groups.ts';
import { JobThreads } from '../../../tiles-builder/base/threads/job-threads.ts';
import { buildHierarchy, type Hierarchy } from '../../../tiles-builder/roads/hierarchy/build-hierarchy.ts';
import type { StepOptions } from '../../../tiles-builder/roads/hierarchy/contract-steps.ts';
import type { HierarchyTile } from '../../../tiles-builder/roads/hierarchy/hierarchy.ts';
import {
  DISTRICT_DEPTH,
  type PlacedGraph,
  PROVINCE_DEPTH,
  type RoadTopology,
  tilesAtDepth,
} from '../../../tiles-builder/roads/hierarchy/place-graph.ts';

export interface LoadedHierarchy {
  readonly placed: PlacedGraph;
  readonly tiles: ReadonlyMap<number, HierarchyTile>;
  /** Of the root, by the province's number. */
  readonly pages: ReadonlyMap<number, HierarchyTile>;
}

export interface HierarchyUse {
  readonly hierarchy: Hierarchy;
  readonly loaded: LoadedHierarchy;
  readonly options: StepOptions;
}

export async function withHierarchy<Result>(
  graph: RoadTopology,
  maxUseful_ms: number,
  use: (contracted: HierarchyUse) => Promise<Result> | Result,
  threadCount = 1,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'hierarchy-'));
  const threads = new JobThreads(threadCount);
  try {
    const options = { maxUseful_ms, threads, progress: () => {} };
    const hierarchy = await buildHierarchy(graph, folder, options);
    return await use({ hierarchy, loaded: loadTiles(hierarchy), options });
  } finally {
    await threads.close();
    rmSync(folder, { recursive: true });
  }
}

function loadTiles({ placed, districts, provinces, pages }: Hierarchy): LoadedHierarchy {
  const { tree, childrenOf } = placed;
  const tiles = new Map<number, HierarchyTile>();
  const pagesByProvince = new Map<number, HierarchyTile>();
  for (const province of tilesAtDepth(tree, PROVINCE_DEPTH)) {
    const { tile } = provinces.read(tree.cells[province]);
    tiles.set(province, tile);
    if (tile.borderNodes.length > 0) pagesByProvince.set(province, pages.read(tree.cells[province]));
  }
  for (const district of tilesAtDepth(tree, DISTRICT_DEPTH)) {
    const { own, leaves } = districts.read(tree.cells[district]);
    tiles.set(district, own);
    membersOf(childrenOf, district).forEach((leaf, place) => {
      tiles.set(leaf, leaves[place]);
    });
  }
  return { placed, tiles, pages: pagesByProvince };
}
