/** Road tiles of an extract in memory. */
import type { Manifest } from '../../../src/format/manifest.ts';
import { MAX_TRAVEL_TIME_S } from '../../../src/format/road-model.ts';
import { COORDINATE_UNIT_DEGREES, FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Position } from '../../../src/geo/positions.ts';
import { DatasetReader } from '../../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import type { TileSource } from '../../../src/storage/tile-source.ts';
import { buildRoadGraph } from '../../../tiles-builder/roads/graph/build-road-graph.ts';
import type { TimedGraph } from '../../../tiles-builder/roads/graph/timed-graph.ts';
import { cutHierarchy } from '../../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { MemoryTileSource } from '../datasets/memory-tile-source.ts';
import { tileSetInMemory } from '../datasets/stored-tile-sets.ts';
import { readRoadData } from '../files/read-extract.ts';
import { type LoadedHierarchy, withHierarchy } from './contracted-roads.ts';
import { seededRandom } from './random-roads.ts';

const VERSION = 'real-0123456789abcdef';

export interface RealRoads {
  readonly graph: TimedGraph;
  readonly hierarchy: LoadedHierarchy;
  readonly manifest: Manifest;
  readonly source: TileSource;
  /** For one request; `from` replaces the source. */
  readonly reader: (loaded: LoadedObjects, from?: TileSource) => DatasetReader;
  readonly tiles: DatasetReader;
}

export async function realRoads<T extends Travel>(
  extract: string,
  travels: readonly T[],
): Promise<Record<T, RealRoads>> {
  const { roads, known } = await readRoadData(extract);
  const built = new Map<T, RealRoads>();
  for (const travel of travels) {
    built.set(travel, await cutGraph(buildRoadGraph(roads, travel, known), travel));
  }
  return Object.fromEntries(built) as Record<T, RealRoads>;
}

export function cutGraph(graph: TimedGraph, travel: Travel): Promise<RealRoads> {
  const { add, objects, name } = tileSetInMemory(travel);
  return withHierarchy(graph, MAX_TRAVEL_TIME_S[travel] * 1_000, async ({ hierarchy, loaded, options }) => {
    const figures = await cutHierarchy(graph, hierarchy, travel, add, options);
    const manifest = { version: VERSION, roads: { [travel]: { ...figures, name } } } as unknown as Manifest;
    const source = new MemoryTileSource(objects);
    const reader = (kept: LoadedObjects, from: TileSource = source): DatasetReader =>
      new DatasetReader(manifest, from, kept);
    return { graph, hierarchy: loaded, manifest, source, reader, tiles: reader(new LoadedObjects(1e9)) };
  });
}

/** First points of random edges with frontage. */
export function placesOnStreets(graph: TimedGraph, places: number, seed: number): Position[] {
  const random = seededRandom(seed);
  const found: Position[] = [];
  while (found.length < places) {
    const edge = Math.floor(random() * graph.edgeTail.length);
    if ((graph.edgeFlags[edge] & FRONTAGE_EDGE) === 0) continue;
    const point = graph.edgeFirstPoint[edge];
    found.push([
      graph.pointLon[point] * COORDINATE_UNIT_DEGREES,
      graph.pointLat[point] * COORDINATE_UNIT_DEGREES,
    ]);
  }
  return found;
}
