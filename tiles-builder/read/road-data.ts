/** The roads of a dataset, and how far they are known. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import type { SourceConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { readCoverage } from './extent/coverage.ts';
import { type Extent, extentOf } from './extent/extent.ts';
import type { ReadOptions, ReadSource } from './features.ts';
import { gatherRoads } from './gather/gather-roads.ts';
import { gatherSurroundings, type Surroundings } from './gather/gather-surroundings.ts';
import { MISSING_NODE, nodesOfWay, type OsmRoads, tagsOfWay, waysOf } from './gather/osm-roads.ts';
import { readFeatures, requireRoadFormat } from './read-features.ts';

export interface RoadData {
  readonly roads: OsmRoads;
  readonly extent: Extent;
  /** Inside, no road means that there is none: as the configuration says, else the extent. */
  readonly coverage: Zone;
  /** Beyond it roads go on that the data does not hold, whatever the configuration says. */
  readonly known: Zone;
}

/**
 * @param roads of the file that the configuration names, `read` what is known of it, `surroundings` what else it holds
 * @throws BadInput also where there is no road
 */
export async function roadDataOf(
  { file, coverage }: SourceConfig,
  roads: OsmRoads,
  read: ReadSource,
  surroundings: Surroundings,
): Promise<RoadData> {
  if (roads.wayIds.length === 0) throw new BadInput(file, null, 'has no way with a highway tag');
  const extent = extentOf(file, () => linesOf(roads), read, surroundings);
  if (coverage === undefined) return { roads, extent, coverage: extent.zone, known: extent.zone };
  const named = await readCoverage(coverage);
  return {
    roads,
    extent,
    coverage: named,
    known: read.isExtract ? intersectionOf(named, extent.zone) : named,
  };
}

/**
 * Reads the roads of a dataset alone.
 * @throws BadInput also where there is none; PlatformProblem as `readFeatures`
 */
export async function readRoadData(source: SourceConfig, options: ReadOptions): Promise<RoadData> {
  requireRoadFormat(source.file);
  const roads = gatherRoads();
  const surroundings = gatherSurroundings();
  const read = await readFeatures(source, [roads, surroundings], options);
  return roadDataOf(source, roads.gathered(), read, surroundings.gathered());
}

/** The roads without ferries, of each the nodes that the file holds. */
function* linesOf(roads: OsmRoads): Generator<Ring> {
  const { nodeLon, nodeLat } = roads;
  for (const way of waysOf(roads)) {
    if (tagsOfWay(roads, way).highway === undefined) continue;
    const line: Position[] = [];
    for (const node of nodesOfWay(roads, way)) {
      if (node === MISSING_NODE) continue;
      line.push([nodeLon[node] * COORDINATE_UNIT_DEGREES, nodeLat[node] * COORDINATE_UNIT_DEGREES]);
    }
    yield line;
  }
}
