/** OpenStreetMap ways → the graph of one travel mode. */
import { FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import { NumberSet } from '../../numbers/number-set.ts';
import type { OsmRoads } from '../../read/gather/osm-roads.ts';
import { findBannedTurns } from './banned-turns.ts';
import { cutWays } from './cut-ways.ts';
import { markExits } from './exits.ts';
import { dropIslands } from './islands.ts';
import { markPassages, markStops } from './node-marks.ts';
import { shapeEdges } from './shape-edges.ts';
import { splitNodes } from './split-nodes.ts';
import type { TimedGraph } from './timed-graph.ts';
import type { Topology, UnmeasuredTopology } from './topology.ts';
import { travelOfWays } from './travel-of-ways.ts';

/**
 * Builds the graph in which this traveller moves. Nodes and edges come in the order of the file, then those that turn
 * restrictions need, so that ids of nodes do not matter. Takes time in proportion to the roads, and beside these and the
 * graph a byte for each of their nodes and up to 80 for each of the graph's.
 * @param coverage where the roads are complete; nodes at which a road leaves it get EXIT_NODE
 * @param besides takes the places, among the nodes of ways, of those to which a line with frontage leads from the node before
 * @returns an empty graph where no road is open to this traveller
 */
export function buildRoadGraph(
  roads: OsmRoads,
  travel: Travel,
  coverage: Zone,
  besides = new NumberSet(),
): TimedGraph {
  const topology = dropIslands(splitTopology(roads, travel, coverage));
  noteBesides(roads, topology, besides);
  return shapeEdges(roads, topology);
}

function noteBesides({ wayNodes }: OsmRoads, topology: UnmeasuredTopology, besides: NumberSet): void {
  const { edgeFlags, edgeFirst, edgeLast } = topology;
  for (let edge = 0; edge < edgeFlags.length; edge++) {
    if (!(edgeFlags[edge] & FRONTAGE_EDGE)) continue;
    for (let i = edgeFirst[edge] + 1; i <= edgeLast[edge]; i++) {
      if (wayNodes[i] !== wayNodes[i - 1]) besides.add(i);
    }
  }
}

function splitTopology(roads: OsmRoads, travel: Travel, coverage: Zone): Topology {
  const travelOf = travelOfWays(roads, travel);
  const marks = markPassages(roads, travelOf);
  markStops(roads, travel, marks);
  markExits(roads, travelOf, coverage, marks);
  const topology = cutWays(roads, travelOf, marks);
  return splitNodes(topology, findBannedTurns(topology, roads, travel));
}
