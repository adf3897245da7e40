/** Areas of an OSM PBF file, such as buildings and lakes: closed ways, and multipolygon relations for those with holes. */
import type { Zone } from '../../src/geo/positions.ts';
import type { Progress, Tags } from '../records.ts';
import { assemblePolygons, type MemberWay, toRing } from './assemble-polygons.ts';
import { readNodePositions, sortedIds } from './node-positions.ts';
import { type RelationMember, readOsmPbf } from './osm-pbf.ts';
import { boundingMembers, memberWays, positionFinder } from './pbf-relations.ts';
import { isSimpleRing, rightHanded } from './rings.ts';

export interface OsmArea {
  /** For messages, for example `way/123`. */
  readonly id: string;
  readonly polygons: Zone;
  readonly tags: Tags;
}

interface AreaRelation {
  readonly id: number;
  readonly members: readonly RelationMember[];
  readonly tags: Tags;
}

/** Tags that say nothing about what a relation is. */
const SILENT_KEYS = new Set(['type', 'source', 'note', 'created_by', 'fixme']);

/**
 * In three passes: relations, ways, nodes.
 * @param isWanted whether an area with these tags is to be read
 * @param what the areas' name in the plural, for progress
 * @param relationType which relations may be such areas
 * @returns also how many wanted areas had no valid outline
 * @throws BadInput
 */
export async function readPbfAreas(
  file: string,
  isWanted: (tags: Tags) => boolean,
  what: string,
  progress: Progress,
  relationType: 'multipolygon' | 'boundary' = 'multipolygon',
): Promise<{ areas: OsmArea[]; invalid: number }> {
  const relations: AreaRelation[] = [];
  const relation = (id: number, members: readonly RelationMember[], tags: Tags): void => {
    const silent = Object.keys(tags).every((key) => SILENT_KEYS.has(key));
    if (tags.type === relationType && (isWanted(tags) || silent)) relations.push({ id, members, tags });
  };
  await readOsmPbf(file, { relation }, progress, `reading relations of ${what}`);

  const memberIds = new Set(relations.flatMap(({ members }) => boundingMembers(members).map(({ id }) => id)));
  const nodeIdsOf = new Map<number, readonly number[]>();
  const tagsOf = new Map<number, Tags>();
  const way = (id: number, nodeIds: readonly number[], tags: Tags): void => {
    if (isWanted(tags)) tagsOf.set(id, tags);
    else if (!memberIds.has(id)) return;
    nodeIdsOf.set(id, nodeIds);
  };
  await readOsmPbf(file, { way }, progress, `reading ${what}`);

  const ids = sortedIds([...nodeIdsOf.values()].flat());
  const positionOf = positionFinder(await readNodePositions(file, ids, progress, `reading nodes of ${what}`));
  const areas: OsmArea[] = [];
  const ofRelations = new Set<number>();
  let invalid = 0;
  for (const found of relations) {
    const outlines = boundingMembers(found.members).filter(({ role }) => role !== 'inner');
    const tags = isWanted(found.tags) ? found.tags : tagsOfOutlines(outlines, tagsOf);
    if (!tags) continue;
    const ways: MemberWay[] | null = memberWays(found.members, nodeIdsOf);
    const polygons = ways && assemblePolygons(ways, positionOf);
    if (polygons) {
      areas.push({ id: `relation/${found.id}`, polygons, tags });
      for (const { id } of outlines) ofRelations.add(id);
    } else if (isWanted(found.tags)) invalid++;
  }
  for (const [id, tags] of tagsOf) {
    if (ofRelations.has(id)) continue;
    const ring = toRing(nodeIdsOf.get(id)!, positionOf);
    if (ring && isSimpleRing(ring)) {
      areas.push({ id: `way/${id}`, polygons: [rightHanded([ring])], tags });
    } else invalid++;
  }
  return { areas, invalid };
}

/** Before 2017 a multipolygon's tags stood on its outer way, and many still do. */
function tagsOfOutlines(outlines: readonly RelationMember[], tagsOf: ReadonlyMap<number, Tags>): Tags | null {
  return outlines.map(({ id }) => tagsOf.get(id)).find((tags) => tags !== undefined) ?? null;
}
