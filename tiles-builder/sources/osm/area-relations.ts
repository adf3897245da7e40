/** Selects multipolygon and boundary relations that consumers want, with their bounding ways. */
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

/** Includes relations without meaningful tags: before 2017, a multipolygon's tags stood on its outer way. */
export class AreaRelations {
  readonly #consumers: readonly AreaConsumer[];
  readonly #relations: AreaRelation[] = [];

  constructor(consumers: readonly AreaConsumer[]) {
    this.#consumers = consumers;
  }

  take({ id, members, tags }: Relation): void {
    const isSilent = Object.keys(tags).every((key) => SILENT_KEYS.has(key));
    const consumers = this.#consumers.filter(
      ({ relationType = 'multipolygon', wants }) => tags.type === relationType && (isSilent || wants(tags)),
    );
    if (consumers.length === 0) return;
    const bounding = members.filter(({ type, role }) => type === 'way' && BOUNDING_ROLES.has(role));
    this.#relations.push({
      id,
      tags,
      consumers,
      members: bounding.map(({ id, role }) => ({ wayId: id, isInner: role === 'inner' })),
    });
  }

  get all(): readonly AreaRelation[] {
    return this.#relations;
  }
}
