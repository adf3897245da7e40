/**
 * Which turns are not allowed where edges meet.
 * Source: https://wiki.openstreetmap.org/wiki/Relation:restriction
 *
 * Not kept: restrictions via a way, those in force at some hours only (`restriction:conditional`), and a `no_u_turn` from an
 * edge back into itself. A restriction is passed over where one of its ways is not in the graph, or meets the node more than once,
 * as it does not say which turn it means then.
 */
import { CLOSED } from '../../../src/format/road-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import type { TurnRestriction } from '../../read/gather/osm-roads.ts';
import type { Tags } from '../../records.ts';
import type { CutWays } from './cut-ways.ts';
import type { TimedGraph } from './timed-graph.ts';

/** An end of edge e: 2e for its tail, 2e + 1 for its head. */
export type EdgeEnd = number;

export const nodeAt = ({ edgeTail, edgeHead }: TimedGraph, end: EdgeEnd): number =>
  (end % 2 === 0 ? edgeTail : edgeHead)[end >> 1]!;

/** Whether one may come along the edge to this end, and leave by it. */
export const arrivesAt = ({ edgeForward_ms, edgeBackward_ms }: TimedGraph, end: EdgeEnd): boolean =>
  (end % 2 === 0 ? edgeBackward_ms : edgeForward_ms)[end >> 1] !== CLOSED;
export const leavesBy = (graph: TimedGraph, end: EdgeEnd): boolean => arrivesAt(graph, end ^ 1);

/** The ends that come to some nodes. */
export function endsAtNodes(graph: TimedGraph, nodes: Iterable<number>): Map<number, EdgeEnd[]> {
  const ends = new Map<number, EdgeEnd[]>(Array.from(nodes, (node) => [node, []]));
  for (let end = 0; end < 2 * graph.edgeTail.length; end++) ends.get(nodeAt(graph, end))?.push(end);
  return ends;
}

/** Keys of restrictions that bind cars, the most specific first. Walkers turn where they like. */
const RESTRICTION_KEYS = ['motorcar', 'motor_vehicle', 'vehicle'].map((kind) => `restriction:${kind}`);
const EXCEPTED_KINDS = new Set(['motorcar', 'motor_vehicle', 'vehicle']);

/** `no` or `only`; `null` where cars are not bound. */
export function restrictionKind(tags: Tags): 'no' | 'only' | null {
  if (tags.except?.split(/[;,]/).some((kind) => EXCEPTED_KINDS.has(kind.trim()))) return null;
  const key = [...RESTRICTION_KEYS, 'restriction'].find((one) => tags[one] !== undefined);
  const kind = /^(no|only)_/.exec(tags[key ?? ''] ?? '')?.[1];
  return (kind as 'no' | 'only' | undefined) ?? null;
}

/** For each end that some turn may not be taken from, the ends that may not be left by. */
export function findBannedTurns(
  { graph, osmNode, edgeWay }: CutWays,
  restrictions: readonly TurnRestriction[],
  travel: Travel,
): ReadonlyMap<EdgeEnd, ReadonlySet<EdgeEnd>> {
  const banned = new Map<EdgeEnd, Set<EdgeEnd>>();
  if (travel === 'pedestrian') return banned;
  const binding = restrictions.flatMap((restriction) => {
    const kind = restrictionKind(restriction.tags);
    return kind ? [{ ...restriction, kind }] : [];
  });
  const viaNodes = new Set(binding.map(({ viaNode }) => viaNode));
  const graphNode = new Map<number, number>();
  osmNode.forEach((osm, node) => {
    if (viaNodes.has(osm)) graphNode.set(osm, node);
  });
  const endsAt = endsAtNodes(graph, graphNode.values());
  for (const { kind, viaNode, fromWays, toWays } of binding) {
    const ends = endsAt.get(graphNode.get(viaNode) ?? -1) ?? [];
    const only = (way: number): EdgeEnd[] => {
      const meeting = ends.filter((end) => edgeWay[end >> 1] === way);
      return meeting.length === 1 ? meeting : [];
    };
    const toEnds = toWays.flatMap(only).filter((end) => leavesBy(graph, end));
    if (toEnds.length === 0) continue;
    for (const from of fromWays.flatMap(only)) {
      if (!arrivesAt(graph, from)) continue;
      const bannedFrom = banned.get(from) ?? new Set();
      for (const end of ends) {
        const isBanned = toEnds.includes(end) === (kind === 'no');
        if (isBanned && end !== from && leavesBy(graph, end)) bannedFrom.add(end);
      }
      if (bannedFrom.size > 0) banned.set(from, bannedFrom);
    }
  }
  return banned;
}
