/**
 * Assembles areas from closed ways and multipolygon relations, each once, by buffering member ways. An outer way waits for its
 * relation, which may be the same object.
 */
import type { Zone } from '../../../src/geo/positions.ts';
import type { Tags } from '../../base/records.ts';
import { isSimpleRing, rightHanded } from '../../geometry/rings.ts';
import type { LineNodes } from '../features.ts';
import type { AreaConsumer, AreaRelation } from './area-relations.ts';
import { assemblePolygons, type MemberWay, ringOf } from './assemble-polygons.ts';
import { MemberWays } from './member-ways.ts';

interface WayArea {
  readonly id: number;
  readonly tags: Tags;
  readonly nodes: LineNodes;
  readonly order: number;
  readonly consumers: readonly AreaConsumer[];
}

export class AreaAssembly {
  readonly #consumers: readonly AreaConsumer[];
  readonly #relations: readonly AreaRelation[];
  readonly #members: MemberWays;
  readonly #isOutline: Uint8Array;
  readonly #waiting = new Map<number, WayArea>();
  #order: number;

  constructor(consumers: readonly AreaConsumer[], relations: readonly AreaRelation[]) {
    this.#consumers = consumers;
    this.#relations = relations;
    this.#members = new MemberWays(relations);
    this.#isOutline = new Uint8Array(this.#members.count);
    for (const { members } of relations) {
      for (const { wayId, isInner } of members) {
        if (!isInner) this.#isOutline[this.#members.placeOf(wayId)] = 1;
      }
    }
    this.#order = relations.length;
  }

  needs(wayId: number, tags: Tags): boolean {
    return this.#members.placeOf(wayId) >= 0 || this.#consumers.some(({ wants }) => wants(tags));
  }

  takeWay(id: number, tags: Tags, nodes: LineNodes): void {
    const place = this.#members.placeOf(id);
    if (place >= 0) this.#members.store(place, nodes);
    const consumers = this.#consumers.filter(({ wants }) => wants(tags));
    if (consumers.length === 0) return;
    const way = { id, tags, nodes, order: this.#order++, consumers };
    if (place >= 0 && this.#isOutline[place] === 1) this.#waiting.set(id, way);
    else handOver(way, consumers);
  }

  /** Call this after all ways. */
  finish(): void {
    const takenInRelation = new Map<WayArea, Set<AreaConsumer>>();
    for (const [order, relation] of this.#relations.entries()) {
      const outlines = relation.members.flatMap(({ wayId, isInner }) =>
        isInner ? [] : (this.#waiting.get(wayId) ?? []),
      );
      for (const consumer of this.#handOverRelation(relation, order, outlines)) {
        for (const outline of outlines) {
          const takers = takenInRelation.get(outline);
          if (takers) takers.add(consumer);
          else takenInRelation.set(outline, new Set([consumer]));
        }
      }
    }
    for (const way of this.#waiting.values()) {
      const takers = takenInRelation.get(way);
      const others = way.consumers.filter((consumer) => !takers?.has(consumer));
      if (others.length > 0) handOver(way, others);
    }
  }

  #handOverRelation(
    relation: AreaRelation,
    order: number,
    outlines: readonly WayArea[],
  ): readonly AreaConsumer[] {
    const wanted = relation.consumers.flatMap((consumer) => {
      const isWanted = consumer.wants(relation.tags);
      const tags = isWanted
        ? relation.tags
        : outlines.find(({ consumers }) => consumers.includes(consumer))?.tags;
      return tags ? [{ consumer, tags, isWanted }] : [];
    });
    if (wanted.length === 0) return [];
    const polygons = this.#polygonsOf(relation);
    if (!polygons) {
      for (const { consumer, isWanted } of wanted) if (isWanted) consumer.leaveOut?.();
      return [];
    }
    for (const { consumer, tags } of wanted) {
      consumer.take({ id: `relation/${relation.id}`, polygons, tags, order });
    }
    return wanted.map(({ consumer }) => consumer);
  }

  #polygonsOf({ members }: AreaRelation): Zone | null {
    const ways: MemberWay[] = [];
    for (const { wayId, isInner } of members) {
      const nodes = this.#members.at(this.#members.placeOf(wayId));
      if (!nodes) return null;
      ways.push({ nodes, isInner });
    }
    return assemblePolygons(ways);
  }
}

function handOver({ id, tags, nodes, order }: WayArea, consumers: readonly AreaConsumer[]): void {
  const ring = ringOf(nodes);
  if (ring && isSimpleRing(ring)) {
    const area = { id: `way/${id}`, polygons: [rightHanded([ring])], tags, order };
    for (const consumer of consumers) consumer.take(area);
  } else for (const consumer of consumers) consumer.leaveOut?.();
}
