/** A binary heap of small integers by integer key, for Dijkstra searches; of equal keys, the smaller integer comes first. */
import FlatQueue from 'flatqueue';

/** There are fewer items, and no key of less than nine hours in milliseconds loses digits by it. */
const ITEMS = 2 ** 28;

export class MinHeap {
  readonly #queue: FlatQueue<number>;

  /** @param capacity the most items at a time; any number without it, at some cost */
  constructor(capacity?: number) {
    this.#queue = new FlatQueue(capacity);
  }

  get size(): number {
    return this.#queue.length;
  }

  get smallestKey(): number {
    return Math.floor(this.#queue.peekValue()! / ITEMS);
  }

  clear(): void {
    this.#queue.clear();
  }

  push(key: number, item: number): void {
    this.#queue.push(item, key * ITEMS + item);
  }

  /** The heap must not be empty. */
  pop(): number {
    return this.#queue.pop()!;
  }
}
