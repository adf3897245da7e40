/** Selects the multipolygon and boundary relations that consumers want, with their bounding ways. */
import type { Consumer, Relation } from '../features.ts';

export type AreaConsumer = NonNullable<Consumer['areas']>;

export interface BoundingMember {
  readonly wayId: number;
  readonly isInner: boolean;
}

export interface AreaRelation extends Pick<Relation, 'id' | 'tags'> {
  readonly members: readonly BoundingMember[];
  readonly consumers: readonly AreaConsumer[];
}

const SILENT_KEYS = new Set(['type', 'source', 'note', 'created_by', 'fixme']);
const BOUNDING_ROLES = new Set(['outer', 'inner', '']);

/**
 * Includes relations without meaningful tags: before 2017, a multipolygon's tags stood on its outer way.
 * @returns `null` if no consumer may want it
 */
export function areaRelationOf(
  { id, members, tags }: Relation,
  all: readonly AreaConsumer[],
): AreaRelation | null {
  const isSilent = Object.keys(tags).every((key) => SILENT_KEYS.has(key));
  const consumers = all.filter(
    ({ relationType = 'multipolygon', wants }) => tags.type === relationType && (isSilent || wants(tags)),
  );
  if (consumers.length === 0) return null;
  const bounding = members.filter(({ type, role }) => type === 'way' && BOUNDING_ROLES.has(role));
  return {
    id,
    tags,
    consumers,
    members: bounding.map(({ id, role }) => ({ wayId: id, isInner: role === 'inner' })),
  };
}
