/**
 * Collects barrier nodes and their tags in columns, 16 bytes each; at the end selects those on roads, by the roads' node
 * numbers.
 */
import { ChunkedNumbers } from '../../base/numbers/chunked-numbers.ts';
import type { Tags } from '../../base/records.ts';
import { type Barriers, MISSING_NODE } from './osm-roads.ts';
import type { TagCombinations } from './road-tags.ts';

export class GatheredBarriers {
  readonly #combinations: TagCombinations;
  readonly #ids = new ChunkedNumbers(Float64Array);
  readonly #tags = new ChunkedNumbers(Uint32Array);
  /** Known after `locate`. */
  readonly #nodes = new ChunkedNumbers(Uint32Array);

  constructor(combinations: TagCombinations) {
    this.#combinations = combinations;
  }

  add(id: number, tags: Tags): void {
    this.#ids.push(id);
    this.#tags.push(this.#combinations.numberOf(tags));
  }

  /** Call after all additions. */
  locate(numberOf: (id: number) => number): void {
    for (let i = 0; i < this.#ids.length; i++) this.#nodes.push(numberOf(this.#ids.at(i)));
  }

  among(numberHere: (nodeOfSource: number) => number): Barriers {
    const nodes = new ChunkedNumbers(Uint32Array);
    const tags = new ChunkedNumbers(Uint32Array);
    for (let i = 0; i < this.#nodes.length; i++) {
      const node = numberHere(this.#nodes.at(i));
      if (node === MISSING_NODE) continue;
      nodes.push(node);
      tags.push(this.#tags.at(i));
    }
    return { nodes: nodes.joined(), tags: tags.joined() };
  }
}
