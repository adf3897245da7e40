/** Road tiles of an OpenStreetMap extract in memory, by the builder's own steps and the Worker's own reader. */
import type { Manifest } from '../../src/format/manifest.ts';
import type { Travel } from '../../src/format/road-tile.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { MemoryTileSource } from '../../src/storage/tile-source.ts';
import { cutRoadTiles } from '../../tiles-builder/cut-tiles/cut-road-tiles.ts';
import { buildRoadGraph } from '../../tiles-builder/road-graph/build-road-graph.ts';
import type { TimedGraph } from '../../tiles-builder/road-graph/timed-graph.ts';
import { osmCoverage, readOsmRoads } from '../../tiles-builder/sources/osm.ts';

const VERSION = 'real-0123456789abcdef';

export interface RealRoads {
  readonly graph: TimedGraph;
  readonly tiles: DatasetReader;
}

export async function realRoads<T extends Travel>(
  extract: string,
  travels: readonly T[],
): Promise<Record<T, RealRoads>> {
  const roads = await readOsmRoads(extract, () => {});
  const coverage = await osmCoverage(extract);
  const built = new Map<T, RealRoads>();
  for (const travel of travels) {
    const graph = buildRoadGraph(roads, travel, coverage);
    const { objects, layer } = await cutRoadTiles(graph, travel, VERSION);
    const manifest = { version: VERSION, roads: { [travel]: layer } } as unknown as Manifest;
    const tiles = new DatasetReader(manifest, new MemoryTileSource(objects), new LoadedObjects(1e9));
    built.set(travel, { graph, tiles });
  }
  return Object.fromEntries(built) as Record<T, RealRoads>;
}
