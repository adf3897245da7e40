/**
 * Which turns are not allowed where edges meet.
 * Source: https://wiki.openstreetmap.org/wiki/Relation:restriction
 *
 * Not kept: restrictions via a way, those in force at some hours only (`restriction:conditional`), and a `no_u_turn` from an
 * edge back into itself. A restriction is passed over where one of its ways is not in the graph, or meets the node more than once,
 * as it does not say which turn it means then.
 */
import type { Travel } from '../../../src/format/tile-sets.ts';
import { NumberSet } from '../../numbers/number-set.ts';
import type { OsmRoads } from '../../read/gather/osm-roads.ts';
import type { RoadTags } from '../../read/gather/road-tags.ts';
import { arrivesAt, type EdgeEnd, endsAtNodes, leavesBy } from './edge-ends.ts';
import type { Topology } from './topology.ts';

/** A node at which some turns are not allowed. */
export interface RestrictedNode {
  readonly node: number;
  /** All edges' ends that come to it. */
  readonly ends: readonly EdgeEnd[];
  /** For each end that some turn may not be taken from, the ends that may not be left by; never the end itself. */
  readonly banned: ReadonlyMap<EdgeEnd, ReadonlySet<EdgeEnd>>;
}

/** As restrictions name cars, the most specific first. Walkers turn where they like. */
const KINDS_OF_CARS = ['motorcar', 'motor_vehicle', 'vehicle'] as const;

/** `no` or `only`; `null` where cars are not bound. */
export function restrictionKind(tags: RoadTags): 'no' | 'only' | null {
  const excepted = tags.except?.split(/[;,]/).map((kind) => kind.trim()) ?? [];
  if (KINDS_OF_CARS.some((kind) => excepted.includes(kind))) return null;
  const text = KINDS_OF_CARS.map((kind) => tags[`restriction:${kind}`]).find((one) => one !== undefined);
  const kind = /^(no|only)_/.exec(text ?? tags.restriction ?? '')?.[1];
  return (kind as 'no' | 'only' | undefined) ?? null;
}

/** Nodes with banned turns, ascending. */
export function* findBannedTurns(
  topology: Topology,
  { restrictions, tagCombinations, wayFirstNode }: OsmRoads,
  travel: Travel,
): Generator<RestrictedNode> {
  if (travel === 'pedestrian') return;
  const { edgeFirst } = topology;
  const kinds = tagCombinations.map(restrictionKind);
  const { viaNodes, tags, firstFrom, firstTo, ways } = restrictions;
  const vias = new NumberSet();
  viaNodes.forEach((node, i) => {
    if (kinds[tags[i]]) vias.add(node);
  });
  const nodes = new NumberSet();
  /** The node that an OSM node has become, by its place among the vias. */
  const nodeOfVia = new Int32Array(vias.size).fill(-1);
  topology.osmNode.forEach((osmNode, node) => {
    const via = vias.placeOf(osmNode);
    if (via < 0) return;
    nodes.add(node);
    nodeOfVia[via] = node;
  });
  const nodeOf = (restriction: number): number => nodeOfVia[vias.placeOf(viaNodes[restriction])];
  const byNode = viaNodes
    .map((_, i) => i)
    .filter((i) => kinds[tags[i]] !== null && nodeOf(i) >= 0)
    .sort((a, b) => nodeOf(a) - nodeOf(b) || a - b);
  const endsAt = endsAtNodes(topology, nodes);
  for (let next = 0; next < byNode.length; ) {
    const node = nodeOf(byNode[next]);
    const ends = endsAt(node);
    const only = (way: number): EdgeEnd[] => {
      const [from, to] = [wayFirstNode[way], wayFirstNode[way + 1]];
      const isOfWay = (edge: number): boolean => edgeFirst[edge] >= from && edgeFirst[edge] < to;
      const meeting = ends.filter((end) => isOfWay(end >>> 1));
      return meeting.length === 1 ? meeting : [];
    };
    const banned = new Map<EdgeEnd, Set<EdgeEnd>>();
    for (; next < byNode.length && nodeOf(byNode[next]) === node; next++) {
      const restriction = byNode[next];
      const fromWays = [...ways.subarray(firstFrom[restriction], firstTo[restriction])];
      const toWays = [...ways.subarray(firstTo[restriction], firstFrom[restriction + 1])];
      const toEnds = toWays.flatMap(only).filter((end) => leavesBy(topology, end));
      if (toEnds.length === 0) continue;
      for (const from of fromWays.flatMap(only)) {
        if (!arrivesAt(topology, from)) continue;
        const bannedFrom = banned.get(from) ?? new Set();
        for (const end of ends) {
          const isBanned = toEnds.includes(end) === (kinds[tags[restriction]] === 'no');
          if (isBanned && end !== from && leavesBy(topology, end)) bannedFrom.add(end);
        }
        if (bannedFrom.size > 0) banned.set(from, bannedFrom);
      }
    }
    if (banned.size > 0) yield { node, ends, banned };
  }
}
