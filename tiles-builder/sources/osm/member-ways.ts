/** Buffers the nodes of ways that relations need, in columns by way id: 8 bytes a node, 24 a way. */
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import { indexOfSorted, sortedDistinct } from '../../base/numbers/sorted-numbers.ts';
import type { LineNodes } from '../features.ts';
import type { AreaRelation } from './area-relations.ts';

export interface MemberNodes extends Pick<LineNodes, 'lon' | 'lat'> {
  readonly first: number;
  readonly last: number;
}

const ABSENT = 0xffffffff;

export class MemberWays {
  readonly #ids: Float64Array;
  readonly #lon = new GrowingArray(Int32Array);
  readonly #lat = new GrowingArray(Int32Array);
  /** Offset and number of each way's nodes; ABSENT if not yet seen. */
  readonly #starts: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;

  constructor(relations: readonly AreaRelation[]) {
    let count = 0;
    for (const { members } of relations) count += members.length;
    const ids = new Float64Array(count);
    let next = 0;
    for (const { members } of relations) for (const { wayId } of members) ids[next++] = wayId;
    this.#ids = sortedDistinct(ids).slice();
    this.#starts = new Uint32Array(this.count).fill(ABSENT);
    this.#counts = new Uint32Array(this.count);
    this.#first = new Uint32Array(this.count);
    this.#last = new Uint32Array(this.count);
  }

  get count(): number {
    return this.#ids.length;
  }

  /** Returns -1 for other ways. */
  placeOf(wayId: number): number {
    return indexOfSorted(this.#ids, wayId);
  }

  store(place: number, { nodes, lon, lat }: LineNodes): void {
    this.#starts[place] = this.#lon.length;
    this.#counts[place] = nodes.length;
    this.#first[place] = nodes[0];
    this.#last[place] = nodes[nodes.length - 1];
    this.#lon.append(lon);
    this.#lat.append(lat);
  }

  at(place: number): MemberNodes | null {
    const start = this.#starts[place];
    const end = start + this.#counts[place];
    if (start === ABSENT) return null;
    return {
      first: this.#first[place],
      last: this.#last[place],
      lon: this.#lon.values.subarray(start, end),
      lat: this.#lat.values.subarray(start, end),
    };
  }
}
