/** Roads from an OSM PBF file, in two passes: ways and relations, then the nodes that they use. */
import type { Progress, Tags } from '../records.ts';
import { indexOfId, readNodePositions, sortedIds } from './node-positions.ts';
import { type RelationMember, readOsmPbf } from './osm-pbf.ts';
import { isRoad, MISSING_NODE, type OsmRoads, type TurnRestriction } from './osm-roads.ts';

/** @throws BadInput */
export async function readPbfRoads(file: string, progress: Progress): Promise<OsmRoads> {
  const found: { id: number; tags: Tags; nodeIds: readonly number[] }[] = [];
  const tagsOfLines = new Map<number, Tags>();
  const relations: { id: number; members: readonly RelationMember[]; tags: Tags }[] = [];
  await readOsmPbf(
    file,
    {
      way: (id, nodeIds, tags) => {
        if (isRoad(tags)) found.push({ id, tags, nodeIds });
      },
      relation: (id, members, tags) => {
        if (isTurnRestriction(tags)) relations.push({ id, members, tags });
        else if (tags.route === 'ferry') noteFerryLine(members, tags, tagsOfLines);
      },
    },
    progress,
    'reading roads',
  );
  const barriers = new Map<number, Tags>();
  const ids = sortedIds(found.flatMap(({ nodeIds }) => nodeIds));
  const positions = await readNodePositions(file, ids, progress, 'reading road nodes', (node, tags) => {
    if (tags.barrier !== undefined) barriers.set(node, tags);
  });
  const nodeOf = (id: number): number => {
    const index = indexOfId(ids, id);
    return index >= 0 && positions.known[index] === 1 ? index : MISSING_NODE;
  };
  return {
    ways: found.map(({ id, tags, nodeIds }) => ({
      id,
      tags: tags.highway === undefined ? { ...tagsOfLines.get(id), ...tags } : tags,
      nodes: Int32Array.from(nodeIds, nodeOf),
    })),
    nodeLon: positions.lon,
    nodeLat: positions.lat,
    barriers,
    restrictions: relations.flatMap(({ id, members, tags }) => turnRestriction(id, members, tags, nodeOf)),
  };
}

/**
 * What is said of a ferry's line holds for its ways, unless they say otherwise; how long it takes does only where the line is
 * one way.
 */
function noteFerryLine(
  members: readonly RelationMember[],
  { duration, ...tags }: Tags,
  tagsOfLines: Map<number, Tags>,
): void {
  const ways = members.filter(({ type }) => type === 'way');
  const ofEach = ways.length === 1 && duration !== undefined ? { ...tags, duration } : tags;
  for (const { id } of ways) tagsOfLines.set(id, { ...ofEach, ...tagsOfLines.get(id) });
}

function isTurnRestriction(tags: Tags): boolean {
  return tags.type === 'restriction' && Object.keys(tags).some((key) => key.startsWith('restriction'));
}

function turnRestriction(
  id: number,
  members: readonly RelationMember[],
  tags: Tags,
  nodeOf: (id: number) => number,
): TurnRestriction[] {
  const waysWith = (role: string): number[] =>
    members.filter((member) => member.role === role && member.type === 'way').map((member) => member.id);
  const via = members.filter((member) => member.role === 'via');
  if (via.length !== 1 || via[0]!.type !== 'node') return [];
  const viaNode = nodeOf(via[0]!.id);
  const fromWays = waysWith('from');
  const toWays = waysWith('to');
  if (viaNode === MISSING_NODE || fromWays.length === 0 || toWays.length === 0) return [];
  return [{ id, tags, fromWays, viaNode, toWays }];
}
