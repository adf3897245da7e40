/** A binary heap of small integers by integer key; of equal keys, the smaller integer comes first. */
export class MinHeap {
  #keys: Int32Array;
  #items: Int32Array;
  #size = 0;

  constructor(capacity = 64) {
    this.#keys = new Int32Array(capacity);
    this.#items = new Int32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  get smallestKey(): number {
    return this.#keys[0];
  }

  clear(): void {
    this.#size = 0;
  }

  push(key: number, item: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const keys = this.#keys;
    const items = this.#items;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentKey = keys[parent];
      if (parentKey < key || (parentKey === key && items[parent] <= item)) break;
      keys[at] = parentKey;
      items[at] = items[parent];
      at = parent;
    }
    keys[at] = key;
    items[at] = item;
  }

  /** The heap must not be empty. */
  pop(): number {
    const keys = this.#keys;
    const items = this.#items;
    const top = items[0];
    const size = --this.#size;
    const key = keys[size];
    const item = items[size];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      if (
        right < size &&
        (keys[right] < keys[child] || (keys[right] === keys[child] && items[right] < items[child]))
      ) {
        child = right;
      }
      const childKey = keys[child];
      if (key < childKey || (key === childKey && item <= items[child])) break;
      keys[at] = childKey;
      items[at] = items[child];
      at = child;
    }
    keys[at] = key;
    items[at] = item;
    return top;
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2);
    const items = new Int32Array(keys.length);
    keys.set(this.#keys);
    items.set(this.#items);
    this.#keys = keys;
    this.#items = items;
  }
}
