/**
 * Lists turns that restrictions ban for cars at a node, as pairs of edge ends (OSM wiki, Relation:restriction). It ignores
 * restrictions via a way, conditional or ambiguous ones, and `no_u_turn` on one edge.
 */
import type { Travel } from '../../../src/format/tile-sets.ts';
import { NumberSet } from '../../base/numbers/number-set.ts';
import type { OsmRoads } from '../../sources/gather/osm-roads.ts';
import type { RoadTags } from '../../sources/gather/road-tags.ts';
import { arrivesAt, type EdgeEnd, endsAtNodes, leavesBy } from './edge-ends.ts';
import type { Topology } from './topology.ts';

export interface RestrictedNode {
  readonly node: number;
  readonly ends: readonly EdgeEnd[];
  /** Banned ends of departure by end of arrival. */
  readonly banned: ReadonlyMap<EdgeEnd, ReadonlySet<EdgeEnd>>;
}

/** The most specific key comes first. */
const KINDS_OF_CARS = ['motorcar', 'motor_vehicle', 'vehicle'] as const;

/** @returns `null` for a restriction that does not bind cars */
export function restrictionKind(tags: RoadTags): 'no' | 'only' | null {
  const excepted = tags.except?.split(/[;,]/).map((kind) => kind.trim()) ?? [];
  if (KINDS_OF_CARS.some((kind) => excepted.includes(kind))) return null;
  const text = KINDS_OF_CARS.map((kind) => tags[`restriction:${kind}`]).find((one) => one !== undefined);
  const kind = /^(no|only)_/.exec(text ?? tags.restriction ?? '')?.[1];
  return (kind as 'no' | 'only' | undefined) ?? null;
}

/** Yields restricted nodes in ascending order. */
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
  const nodeOfVia = new Map<number, number>();
  topology.osmNode.forEach((osmNode, node) => {
    if (!vias.has(osmNode)) return;
    nodes.add(node);
    nodeOfVia.set(osmNode, node);
  });
  const nodeOf = (restriction: number): number => nodeOfVia.get(viaNodes[restriction]) ?? -1;
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
    const leaving = ends.filter((end) => leavesBy(topology, end));
    for (; next < byNode.length && nodeOf(byNode[next]) === node; next++) {
      const restriction = byNode[next];
      const fromWays = [...ways.subarray(firstFrom[restriction], firstTo[restriction])];
      const toWays = [...ways.subarray(firstTo[restriction], firstFrom[restriction + 1])];
      const toEnds = toWays.flatMap(only).filter((end) => leaving.includes(end));
      if (toEnds.length === 0) continue;
      const bannedEnds = leaving.filter(
        (end) => toEnds.includes(end) === (kinds[tags[restriction]] === 'no'),
      );
      for (const from of fromWays.flatMap(only)) {
        if (arrivesAt(topology, from)) addBanned(banned, from, bannedEnds);
      }
    }
    if (banned.size > 0) yield { node, ends, banned };
  }
}

function addBanned(banned: Map<EdgeEnd, Set<EdgeEnd>>, from: EdgeEnd, ends: readonly EdgeEnd[]): void {
  const others = ends.filter((end) => end !== from);
  if (others.length > 0) banned.set(from, new Set([...(banned.get(from) ?? []), ...others]));
}
