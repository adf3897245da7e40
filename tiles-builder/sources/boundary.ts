/** The area of a boundary relation, for example of a commune. */
import type { Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../bad-input.ts';
import { assemblePolygons } from './assemble-polygons.ts';
import { readNodePositions, sortedIds } from './node-positions.ts';
import { type RelationMember, readOsmPbf } from './osm-pbf.ts';
import { boundingMembers, memberWays, positionFinder } from './pbf-relations.ts';

/**
 * Reads the polygons of one relation of an OSM PBF file.
 * @throws BadInput also where the relation is missing, or the file lacks a part of its outline
 */
export async function readBoundary(file: string, relationId: number): Promise<Zone> {
  const where = `relation/${relationId}`;
  let members: readonly RelationMember[] = [];
  const relation = (id: number, found: readonly RelationMember[]): void => {
    if (id === relationId) members = found;
  };
  await readOsmPbf(file, { relation }, () => {}, '');
  const wanted = new Set(boundingMembers(members).map((member) => member.id));
  if (wanted.size === 0) throw new BadInput(file, where, 'is not there, or has no ways as members');
  const nodeIdsOf = new Map<number, readonly number[]>();
  const way = (id: number, nodeIds: readonly number[]): void => {
    if (wanted.has(id)) nodeIdsOf.set(id, nodeIds);
  };
  await readOsmPbf(file, { way }, () => {}, '');
  const ways = memberWays(members, nodeIdsOf);
  if (!ways)
    throw new BadInput(file, where, `only ${nodeIdsOf.size} of its ${wanted.size} ways are in the file`);
  const ids = sortedIds(ways.flatMap(({ nodeIds }) => nodeIds));
  const nodes = await readNodePositions(file, ids, () => {}, '');
  const zone = assemblePolygons(ways, positionFinder(nodes));
  if (!zone) throw new BadInput(file, where, 'its ways do not join into closed rings');
  return zone;
}
