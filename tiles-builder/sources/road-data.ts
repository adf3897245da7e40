/** The roads of a dataset, and how far they are known. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { intersectionOf } from '../clip-zones.ts';
import type { SourceConfig } from '../config.ts';
import type { Progress } from '../records.ts';
import { readCoverage } from './coverage.ts';
import { type Extent, extentOf } from './extent.ts';
import { isPbf, readOsmRoads } from './osm.ts';
import { MISSING_NODE, type OsmRoads } from './osm-roads.ts';

export interface RoadData {
  readonly roads: OsmRoads;
  readonly extent: Extent;
  /** Inside, no road means that there is none: as the configuration says, else the extent. */
  readonly coverage: Zone;
  /** Beyond it roads go on that the data does not hold, whatever the configuration says. */
  readonly known: Zone;
}

/** @throws BadInput */
export async function readRoadData({ file, coverage }: SourceConfig, progress: Progress): Promise<RoadData> {
  const roads = await readOsmRoads(file, progress);
  const extent = await extentOf(file, () => linesOf(roads), progress);
  if (coverage === undefined) return { roads, extent, coverage: extent.zone, known: extent.zone };
  const named = readCoverage(coverage);
  return { roads, extent, coverage: named, known: isPbf(file) ? intersectionOf(named, extent.zone) : named };
}

/** The roads without ferries, of each the nodes that the file holds. */
function* linesOf({ ways, nodeLon, nodeLat }: OsmRoads): Generator<Ring> {
  for (const { tags, nodes } of ways) {
    if (tags.highway === undefined) continue;
    const line: Position[] = [];
    for (const node of nodes) {
      if (node === MISSING_NODE) continue;
      line.push([nodeLon[node]! * COORDINATE_UNIT_DEGREES, nodeLat[node]! * COORDINATE_UNIT_DEGREES]);
    }
    yield line;
  }
}
