/** Collects turn restrictions that have one node as via, and translates their ids to numbers of nodes and ways. */
import type { Tags } from '../../base/records.ts';
import { NO_NODE, type Relation } from '../features.ts';
import { MISSING_NODE, type TurnRestrictions } from './osm-roads.ts';

/** Ways are ids, as a country has only some 300,000 restrictions. */
export interface GatheredRestriction {
  readonly tags: number;
  readonly viaId: number;
  /** Known at the end of the source. */
  viaNode: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export function isTurnRestriction(tags: Tags): boolean {
  return tags.type === 'restriction' && Object.keys(tags).some((key) => key.startsWith('restriction'));
}

/** @returns `null` if it runs over ways, or several nodes */
export function restrictionOf({ members }: Relation, tags: number): GatheredRestriction | null {
  const [via, ...others] = members.filter(({ role }) => role === 'via');
  if (via?.type !== 'node' || others.length > 0) return null;
  const waysOf = (wanted: string): number[] =>
    members.filter(({ type, role }) => type === 'way' && role === wanted).map(({ id }) => id);
  return { tags, viaId: via.id, viaNode: NO_NODE, from: waysOf('from'), to: waysOf('to') };
}

export function restrictionsAmong(
  gathered: readonly GatheredRestriction[],
  numberHere: (nodeOfSource: number) => number,
  wayIds: Float64Array,
): TurnRestrictions {
  const named = new Set(gathered.flatMap(({ from, to }) => [...from, ...to]));
  const wayOf = new Map<number, number>();
  wayIds.forEach((id, way) => {
    if (named.has(id)) wayOf.set(id, way);
  });
  const here = gathered.filter(({ viaNode }) => numberHere(viaNode) !== MISSING_NODE);
  const firstFrom = [0];
  const firstTo: number[] = [];
  const ways: number[] = [];
  for (const { from, to } of here) {
    for (const id of from) if (wayOf.has(id)) ways.push(wayOf.get(id)!);
    firstTo.push(ways.length);
    for (const id of to) if (wayOf.has(id)) ways.push(wayOf.get(id)!);
    firstFrom.push(ways.length);
  }
  return {
    viaNodes: Uint32Array.from(here, ({ viaNode }) => numberHere(viaNode)),
    tags: Uint32Array.from(here, ({ tags }) => tags),
    firstFrom: Uint32Array.from(firstFrom),
    firstTo: Uint32Array.from(firstTo),
    ways: Uint32Array.from(ways),
  };
}
