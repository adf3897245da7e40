/** Benchmark of roads by size: mirrored copies of an extract. */
import { availableParallelism, tmpdir } from 'node:os';
import type { Manifest } from '../../src/format/manifest.ts';
import { MAX_TRAVEL_TIME_S } from '../../src/format/road-model.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import { pixelsAroundWorld } from '../../src/isochrone/pixel-grid.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { MemoryTileSource } from '../../src/storage/tile-source.ts';
import type { SourceConfig } from '../../tiles-builder/config/config.ts';
import { readRoadData } from '../../tiles-builder/read/road-data.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import type { TimedGraph } from '../../tiles-builder/roads/graph/timed-graph.ts';
import { cutHierarchy } from '../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { tileSetInMemory } from '../support/datasets/stored-tile-sets.ts';
import { ArrivalComparison } from '../support/roads/compare-arrivals.ts';
import { type HierarchyUse, withHierarchy } from '../support/roads/contracted-roads.ts';
import { placesOnStreets } from '../support/roads/real-roads.ts';
import { median } from './measures.ts';
import { mosaicOf } from './mosaic.ts';

const VERSION = 'mosaic-0123456789abcdef';
const TRAVEL = 'motorized';
const TIME_S = MAX_TRAVEL_TIME_S[TRAVEL];
const ORIGINS = 12;
/** Compared with Dijkstra in every arrival. */
const COMPARED_ORIGINS = 3;
const SEED = 20_261_121;
const SHAPES: Readonly<Record<number, readonly [columns: number, rows: number]>> = {
  1: [1, 1],
  2: [1, 2],
  4: [2, 2],
  8: [2, 4],
};

/** Medians of an hour's drive, tiles in memory. */
export interface MosaicFigures {
  readonly copies: number;
  readonly nodes: number;
  readonly edges: number;
  readonly contraction_s: number;
  readonly build_s: number;
  /** All threads. */
  readonly contraction_cpu_s: number;
  readonly build_cpu_s: number;
  readonly max_rss_bytes: number;
  readonly dataset_bytes: number;
  readonly dijkstra_ms: number;
  readonly search_ms: number;
  readonly isochrone_ms: number;
  readonly nodes_in_reach: number;
  readonly nodes_settled: number;
  readonly tiles_read: number;
  /** Growth of heap and buffers by a cold request. */
  readonly memory_bytes: number;
  readonly mismatches: number;
}

export async function benchMosaic(
  source: SourceConfig,
  { copies, json }: { readonly copies: readonly number[]; readonly json: boolean },
): Promise<readonly MosaicFigures[]> {
  const { roads, known } = await readRoadData(source, { progress: () => {}, scratch: tmpdir() });
  const graph = buildRoadGraph(roads, TRAVEL, known);
  const figures: MosaicFigures[] = [];
  for (const count of copies) {
    const shape = SHAPES[count];
    if (!shape) throw new Error(`copies are ${Object.keys(SHAPES).join(', ')}`);
    figures.push(await measure(mosaicOf(graph, ...shape), count));
    console.log(describe(figures.at(-1)!));
  }
  if (json) console.log(JSON.stringify({ mosaic: figures }));
  return figures;
}

function measure(graph: TimedGraph, copies: number): Promise<MosaicFigures> {
  const begun = { wall: performance.now(), cpu_s: cpu_s() };
  const threads = availableParallelism();
  return withHierarchy(
    graph,
    TIME_S * 1_000,
    (contracted) => measureContracted(graph, copies, begun, contracted),
    threads,
  );
}

async function measureContracted(
  graph: TimedGraph,
  copies: number,
  begun: { readonly wall: number; readonly cpu_s: number },
  { hierarchy, loaded: loadedHierarchy, options }: HierarchyUse,
): Promise<MosaicFigures> {
  const contracted = performance.now();
  const contractedCpu = cpu_s();
  const { add, objects, sets } = tileSetInMemory(TRAVEL);
  const figures = await cutHierarchy(graph, hierarchy, TRAVEL, add, options);
  const built = performance.now();
  const builtCpu = cpu_s();
  const manifest = { version: VERSION, roads: { [TRAVEL]: figures } } as unknown as Manifest;
  const source = new MemoryTileSource(objects);
  const reader = (loaded: LoadedObjects): DatasetReader => new DatasetReader(manifest, sets, source, loaded);

  const comparison = new ArrivalComparison(graph, loadedHierarchy);
  const dijkstra_ms: number[] = [];
  const search_ms: number[] = [];
  const isochrone_ms: number[] = [];
  const inReach: number[] = [];
  const settled: number[] = [];
  const tiles: number[] = [];
  const memory: number[] = [];
  let mismatches = 0;
  const limit_ms = TIME_S * 1_000;
  const pixels = pixelsAroundWorld(TRAVEL, TIME_S);
  for (const [index, origin] of placesOnStreets(graph, ORIGINS, SEED).entries()) {
    const query = { origin, travel: TRAVEL, time_s: TIME_S } as const;
    const loaded = new LoadedObjects(MAX_LOADED_BYTES);
    const cold = reader(loaded);
    globalThis.gc?.();
    const before = usedBytes();
    const first = await computeIsochrone(query, cold);
    memory.push(usedBytes() - before);
    if (!first.ok) throw new Error(JSON.stringify(first.failure));
    tiles.push(cold.work.tiles);
    let start = performance.now();
    await computeIsochrone(query, reader(loaded));
    isochrone_ms.push(performance.now() - start);

    const snapped = await snapOrigin(origin, TRAVEL, reader(loaded));
    if (!snapped.ok) throw new Error(JSON.stringify(snapped.failure));
    start = performance.now();
    const reach = await searchBounded(snapped.value, limit_ms, TRAVEL, reader(loaded), pixels);
    search_ms.push(performance.now() - start);
    settled.push(reach.nodesSettled);
    start = performance.now();
    inReach.push(comparison.search(snapped.value, limit_ms));
    dijkstra_ms.push(performance.now() - start);
    if (index < COMPARED_ORIGINS) {
      const everywhere = await searchBounded(snapped.value, limit_ms, TRAVEL, reader(new LoadedObjects(0)));
      mismatches += comparison.differences(everywhere).length;
    }
  }
  return {
    copies,
    nodes: graph.nodeFlags.length,
    edges: graph.edgeTail.length,
    contraction_s: (contracted - begun.wall) / 1_000,
    build_s: (built - begun.wall) / 1_000,
    contraction_cpu_s: contractedCpu - begun.cpu_s,
    build_cpu_s: builtCpu - begun.cpu_s,
    max_rss_bytes: process.resourceUsage().maxRSS * 1_024,
    dataset_bytes: [...objects.values()].reduce((sum, object) => sum + object.byteLength, 0),
    dijkstra_ms: median(dijkstra_ms),
    search_ms: median(search_ms),
    isochrone_ms: median(isochrone_ms),
    nodes_in_reach: median(inReach),
    nodes_settled: median(settled),
    tiles_read: median(tiles),
    memory_bytes: Math.max(...memory),
    mismatches,
  };
}

function cpu_s(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function describe(figures: MosaicFigures): string {
  const { copies, nodes, contraction_s, build_s, dijkstra_ms, search_ms, isochrone_ms } = figures;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  return (
    `${copies} copies, ${nodes} nodes: contraction ${contraction_s.toFixed(1)} s (${figures.contraction_cpu_s.toFixed(1)} of processor), ` +
    `build ${build_s.toFixed(1)} s (${figures.build_cpu_s.toFixed(1)}), ` +
    `${megabytes(figures.max_rss_bytes)} at most, dataset ${megabytes(figures.dataset_bytes)}; ` +
    `${TIME_S / 60} min: distances ${search_ms.toFixed(2)} ms, by Dijkstra ${dijkstra_ms.toFixed(1)} (${(dijkstra_ms / search_ms).toFixed(1)} times), ` +
    `isochrone ${isochrone_ms.toFixed(1)} ms, ${figures.nodes_settled} of ${figures.nodes_in_reach} nodes settled, ` +
    `${figures.tiles_read} tiles, ${megabytes(figures.memory_bytes)} used; ${figures.mismatches} mismatches`
  );
}
