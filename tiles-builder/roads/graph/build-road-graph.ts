/** OpenStreetMap ways → the graph of one way to travel. */
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { Zone } from '../../../src/geo/positions.ts';
import type { OsmRoads } from '../../read/gather/osm-roads.ts';
import { findBannedTurns } from './banned-turns.ts';
import { stopsTravel } from './barriers.ts';
import { cutWays } from './cut-ways.ts';
import { findExits } from './exits.ts';
import { dropIslands } from './islands.ts';
import { splitNodes } from './split-nodes.ts';
import type { TimedGraph } from './timed-graph.ts';
import { travelledWays } from './travelled-ways.ts';

/**
 * Builds the graph in which this traveller moves. Nodes and edges come in the order of the file, then
 * those that turn restrictions need.
 * @param coverage where the roads are complete; nodes at which a road leaves it get EXIT_NODE
 * @returns an empty graph where no road is open to this traveller
 */
export function buildRoadGraph(roads: OsmRoads, travel: Travel, coverage: Zone): TimedGraph {
  const ways = travelledWays(roads, travel);
  const stops = new Set<number>();
  for (const [node, tags] of roads.barriers) if (stopsTravel(tags, travel)) stops.add(node);
  const exits = findExits(roads, ways, coverage);
  const cut = cutWays(roads, ways, stops, exits);
  return dropIslands(splitNodes(cut.graph, findBannedTurns(cut, roads.restrictions, travel)));
}
