/**
 * Builds the road graph of one travel mode from OpenStreetMap ways: cuts ways at junctions, splits nodes with banned turns,
 * drops weakly connected components that are small or have no frontage, adds shapes.
 */
import { FRONTAGE_EDGE } from '../../../src/format/road-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import { NumberSet } from '../../base/numbers/number-set.ts';
import type { OsmRoads } from '../../sources/gather/osm-roads.ts';
import type { SpeedFactors } from '../../sources/gather/road-tags.ts';
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
 * Runs in linear time, and takes up to 80 bytes a node. Nodes and edges are in the file's order.
 * @param coverage nodes at which a road leaves it get EXIT_NODE
 * @param frontageNodes takes indexes, among nodes of ways, of ends of segments with frontage
 * @returns empty graph if no road is open
 */
export function buildRoadGraph(
  roads: OsmRoads,
  travel: Travel,
  coverage: Zone,
  frontageNodes = new NumberSet(),
  factors?: SpeedFactors,
): TimedGraph {
  const topology = dropIslands(splitTopology(roads, travel, coverage, factors));
  noteFrontageNodes(roads, topology, frontageNodes);
  const { barrierLon, barrierLat } = roads;
  return { ...shapeEdges(roads, topology), barrierLon, barrierLat };
}

function noteFrontageNodes(
  { wayNodes }: OsmRoads,
  topology: UnmeasuredTopology,
  frontageNodes: NumberSet,
): void {
  const { edgeFlags, edgeFirst, edgeLast } = topology;
  for (let edge = 0; edge < edgeFlags.length; edge++) {
    if (!(edgeFlags[edge] & FRONTAGE_EDGE)) continue;
    for (let i = edgeFirst[edge] + 1; i <= edgeLast[edge]; i++) {
      if (wayNodes[i] !== wayNodes[i - 1]) frontageNodes.add(i);
    }
  }
}

function splitTopology(roads: OsmRoads, travel: Travel, coverage: Zone, factors?: SpeedFactors): Topology {
  const travelOf = travelOfWays(roads, travel, factors);
  const marks = markPassages(roads, travelOf);
  markStops(roads, travel, marks);
  markExits(roads, travelOf, coverage, marks);
  const topology = cutWays(roads, travelOf, marks);
  return splitNodes(topology, findBannedTurns(topology, roads, travel));
}
