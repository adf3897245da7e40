/** The member ways of relations, wanted with the places of their nodes. */
import { COORDINATE_UNIT_DEGREES } from '../../src/format/road-tile.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { MemberWay } from './assemble-polygons.ts';
import { indexOfId, type NodePositions } from './node-positions.ts';
import type { RelationMember } from './osm-pbf.ts';

const UNITS_PER_DEGREE = Math.round(1 / COORDINATE_UNIT_DEGREES);

/** The ways that bound a relation's area; subareas, label nodes and the like are left out. */
export function boundingMembers(members: readonly RelationMember[]): RelationMember[] {
  return members.filter(({ type, role }) => type === 'way' && ['outer', 'inner', ''].includes(role));
}

/** @returns `null` where the file lacks one of the ways */
export function memberWays(
  members: readonly RelationMember[],
  nodeIdsOf: ReadonlyMap<number, readonly number[]>,
): MemberWay[] | null {
  const ways: MemberWay[] = [];
  for (const { id, role } of boundingMembers(members)) {
    const nodeIds = nodeIdsOf.get(id);
    if (!nodeIds) return null;
    ways.push({ nodeIds, inner: role === 'inner' });
  }
  return ways;
}

/** Where a node is, in degrees; `null` where the file does not hold it. */
export function positionFinder(nodes: NodePositions): (nodeId: number) => Position | null {
  return (nodeId) => {
    const index = indexOfId(nodes.ids, nodeId);
    if (index < 0 || nodes.known[index] === 0) return null;
    return [nodes.lon[index]! / UNITS_PER_DEGREE, nodes.lat[index]! / UNITS_PER_DEGREE];
  };
}
