/** Combines the roads of a dataset with their inferred extent and their coverage, which is configured or else the extent. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import type { SourceConfig } from './config/config.ts';
import { readCoverage } from './extent/coverage.ts';
import { type Extent, extentOf } from './extent/extent.ts';
import type { ReadSource } from './features.ts';
import type { BordersAndCoasts } from './gather/gather-borders-and-coasts.ts';
import { MISSING_NODE, nodesOfWay, type OsmRoads, tagsOfWay, waysOf } from './gather/osm-roads.ts';

export interface RoadData {
  readonly roads: OsmRoads;
  readonly extent: Extent;
  /** The configured coverage, otherwise the extent: inside, there is no road but those in the data. */
  readonly coverage: Zone;
  /** Extent of the data: roads are cut at its edge. */
  readonly known: Zone;
}

export async function roadDataOf(
  { file, coverage }: SourceConfig,
  roads: OsmRoads,
  read: ReadSource,
  bordersAndCoasts: BordersAndCoasts,
): Promise<RoadData> {
  if (roads.wayIds.length === 0) throw new BadInput(file, null, 'has no way with a highway tag');
  const extent = extentOf(file, () => linesOf(roads), read, bordersAndCoasts);
  if (coverage === undefined) return { roads, extent, coverage: extent.zone, known: extent.zone };
  const named = await readCoverage(coverage);
  return {
    roads,
    extent,
    coverage: named,
    known: read.isExtract ? intersectionOf(named, extent.zone) : named,
  };
}

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
