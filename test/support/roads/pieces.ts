/** Cuts roads as `osmium extract` does with complete ways: a piece has the ways that have a node in it, whole. */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { UNITS_PER_DEGREE } from '../../../tiles-builder/geometry/coordinate-units.ts';
import { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
import {
  MISSING_NODE,
  nodesOfWay,
  type OsmRoads,
  waysOf,
} from '../../../tiles-builder/sources/gather/osm-roads.ts';

export function pieceOf(roads: OsmRoads, piece: Zone): OsmRoads {
  const area = new PlanarArea(piece);
  const positionOf = (node: number): Position => [
    roads.nodeLon[node]! / UNITS_PER_DEGREE,
    roads.nodeLat[node]! / UNITS_PER_DEGREE,
  ];
  const first = new Uint32Array(roads.wayFirstNode.length);
  const kept: number[] = [];
  for (const way of waysOf(roads)) {
    const nodes = nodesOfWay(roads, way);
    if (nodes.some((node) => node !== MISSING_NODE && area.contains(positionOf(node)))) kept.push(...nodes);
    first[way + 1] = kept.length;
  }
  return { ...roads, wayFirstNode: first, wayNodes: Int32Array.from(kept) };
}
