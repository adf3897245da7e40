/**
 * Collects turn restrictions with one via node in columns, and at the end translates ids to numbers of roads' nodes and ways:
 * 32 bytes each, and 8 a way.
 */
import { ChunkedNumbers } from '../../base/numbers/chunked-numbers.ts';
import { indexOfSorted, sortedDistinct } from '../../base/numbers/sorted-numbers.ts';
import type { Tags } from '../../base/records.ts';
import type { Relation } from '../features.ts';
import { MISSING_NODE, type TurnRestrictions } from './osm-roads.ts';
import type { TagCombinations } from './road-tags.ts';

export function isTurnRestriction(tags: Tags): boolean {
  return tags.type === 'restriction' && Object.keys(tags).some((key) => key.startsWith('restriction'));
}

export class GatheredRestrictions {
  readonly #combinations: TagCombinations;
  readonly #tags = new ChunkedNumbers(Uint32Array);
  readonly #viaIds = new ChunkedNumbers(Float64Array);
  /** Known after `locate`. */
  readonly #viaNodes = new ChunkedNumbers(Uint32Array);
  readonly #fromEnds = new ChunkedNumbers(Uint32Array);
  readonly #toEnds = new ChunkedNumbers(Uint32Array);
  readonly #wayIds = new ChunkedNumbers(Float64Array);

  constructor(combinations: TagCombinations) {
    this.#combinations = combinations;
  }

  add({ members, tags }: Relation): void {
    const [via, ...others] = members.filter(({ role }) => role === 'via');
    if (via?.type !== 'node' || others.length > 0) return;
    const appendWays = (role: string): number => {
      for (const { id } of members.filter((member) => member.role === role && member.type === 'way')) {
        this.#wayIds.push(id);
      }
      return this.#wayIds.length;
    };
    this.#tags.push(this.#combinations.numberOf(tags));
    this.#viaIds.push(via.id);
    this.#fromEnds.push(appendWays('from'));
    this.#toEnds.push(appendWays('to'));
  }

  /** Call after all additions. */
  locate(numberOf: (id: number) => number): void {
    for (let i = 0; i < this.#viaIds.length; i++) this.#viaNodes.push(numberOf(this.#viaIds.at(i)));
  }

  among(numberHere: (nodeOfSource: number) => number, wayIds: Float64Array): TurnRestrictions {
    const wayOf = this.#waysAmong(wayIds);
    const viaNodes: number[] = [];
    const tags: number[] = [];
    const firstFrom = [0];
    const firstTo: number[] = [];
    const ways: number[] = [];
    let next = 0;
    const takeWays = (end: number): void => {
      for (; next < end; next++) {
        const way = wayOf(this.#wayIds.at(next));
        if (way >= 0) ways.push(way);
      }
    };
    for (let i = 0; i < this.#viaNodes.length; i++) {
      const node = numberHere(this.#viaNodes.at(i));
      if (node === MISSING_NODE) {
        next = this.#toEnds.at(i);
        continue;
      }
      viaNodes.push(node);
      tags.push(this.#tags.at(i));
      takeWays(this.#fromEnds.at(i));
      firstTo.push(ways.length);
      takeWays(this.#toEnds.at(i));
      firstFrom.push(ways.length);
    }
    return {
      viaNodes: Uint32Array.from(viaNodes),
      tags: Uint32Array.from(tags),
      firstFrom: Uint32Array.from(firstFrom),
      firstTo: Uint32Array.from(firstTo),
      ways: Uint32Array.from(ways),
    };
  }

  #waysAmong(wayIds: Float64Array): (id: number) => number {
    const named = sortedDistinct(this.#wayIds.joined());
    const places = new Int32Array(named.length).fill(-1);
    wayIds.forEach((id, way) => {
      const index = indexOfSorted(named, id);
      if (index >= 0) places[index] = way;
    });
    return (id) => places[indexOfSorted(named, id)];
  }
}
