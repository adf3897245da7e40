/** Buildings from an OSM PBF file: closed ways, and multipolygon relations for those with courtyards. */
import type { Building, Progress, Tags } from '../records.ts';
import { assemblePolygons, type MemberWay, toRing } from './assemble-polygons.ts';
import { isBuilding } from './is-building.ts';
import { readNodePositions, sortedIds } from './node-positions.ts';
import { type RelationMember, readOsmPbf } from './osm-pbf.ts';
import { boundingMembers, memberWays, positionFinder } from './pbf-relations.ts';
import { isSimpleRing, rightHanded } from './rings.ts';

interface BuildingRelation {
  readonly id: number;
  readonly members: readonly RelationMember[];
  readonly tags: Tags;
}

/** Tags that say nothing about what a relation is. */
const SILENT_KEYS = new Set(['type', 'source', 'note', 'created_by', 'fixme']);

/**
 * In three passes: relations, ways, nodes.
 * @returns also how many buildings had no valid outline
 * @throws BadInput
 */
export async function readPbfBuildings(
  file: string,
  progress: Progress,
): Promise<{ buildings: Building[]; invalid: number }> {
  const relations: BuildingRelation[] = [];
  const relation = (id: number, members: readonly RelationMember[], tags: Tags): void => {
    const silent = Object.keys(tags).every((key) => SILENT_KEYS.has(key));
    if (tags.type === 'multipolygon' && (isBuilding(tags) || silent)) relations.push({ id, members, tags });
  };
  await readOsmPbf(file, { relation }, progress, 'reading building relations');

  const memberIds = new Set(relations.flatMap(({ members }) => boundingMembers(members).map(({ id }) => id)));
  const nodeIdsOf = new Map<number, readonly number[]>();
  const tagsOf = new Map<number, Tags>();
  const way = (id: number, nodeIds: readonly number[], tags: Tags): void => {
    if (isBuilding(tags)) tagsOf.set(id, tags);
    else if (!memberIds.has(id)) return;
    nodeIdsOf.set(id, nodeIds);
  };
  await readOsmPbf(file, { way }, progress, 'reading buildings');

  const ids = sortedIds([...nodeIdsOf.values()].flat());
  const positionOf = positionFinder(await readNodePositions(file, ids, progress, 'reading building nodes'));
  const buildings: Building[] = [];
  const ofRelations = new Set<number>();
  let invalid = 0;
  for (const found of relations) {
    const outlines = boundingMembers(found.members).filter(({ role }) => role !== 'inner');
    const tags = isBuilding(found.tags) ? found.tags : tagsOfOutlines(outlines, tagsOf);
    if (!tags) continue;
    const ways: MemberWay[] | null = memberWays(found.members, nodeIdsOf);
    const footprint = ways && assemblePolygons(ways, positionOf);
    if (footprint) {
      buildings.push({ id: `relation/${found.id}`, footprint, tags });
      for (const { id } of outlines) ofRelations.add(id);
    } else if (isBuilding(found.tags)) invalid++;
  }
  for (const [id, tags] of tagsOf) {
    if (ofRelations.has(id)) continue;
    const ring = toRing(nodeIdsOf.get(id)!, positionOf);
    if (ring && isSimpleRing(ring)) {
      buildings.push({ id: `way/${id}`, footprint: [rightHanded([ring])], tags });
    } else invalid++;
  }
  return { buildings, invalid };
}

/** Before 2017 a multipolygon's tags stood on its outer way, and many still do. */
function tagsOfOutlines(outlines: readonly RelationMember[], tagsOf: ReadonlyMap<number, Tags>): Tags | null {
  return outlines.map(({ id }) => tagsOf.get(id)).find((tags) => tags !== undefined) ?? null;
}
