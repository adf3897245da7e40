/** A binary min-heap of nodes by arrival time. A node may be in it several times; the reader drops what is outdated. */
export class ArrivalQueue {
  #arrivals = new Uint32Array(1024);
  #nodes = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Arrival time of the node that {@link pop} returns next. */
  get firstArrival_ms(): number {
    return this.#arrivals[0];
  }

  push(arrival_ms: number, node: number): void {
    if (this.#length === this.#arrivals.length) this.#grow();
    const arrivals = this.#arrivals;
    const nodes = this.#nodes;
    let place = this.#length++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (arrivals[parent] <= arrival_ms) break;
      arrivals[place] = arrivals[parent];
      nodes[place] = nodes[parent];
      place = parent;
    }
    arrivals[place] = arrival_ms;
    nodes[place] = node;
  }

  /** Takes the node with the earliest arrival. Undefined behaviour on an empty queue. */
  pop(): number {
    const arrivals = this.#arrivals;
    const nodes = this.#nodes;
    const first = nodes[0];
    const length = --this.#length;
    const arrival_ms = arrivals[length];
    let place = 0;
    for (let child = 1; child < length; child = 2 * place + 1) {
      if (child + 1 < length && arrivals[child + 1] < arrivals[child]) child++;
      if (arrivals[child] >= arrival_ms) break;
      arrivals[place] = arrivals[child];
      nodes[place] = nodes[child];
      place = child;
    }
    arrivals[place] = arrival_ms;
    nodes[place] = nodes[length];
    return first;
  }

  #grow(): void {
    const arrivals = new Uint32Array(this.#arrivals.length * 2);
    const nodes = new Uint32Array(this.#nodes.length * 2);
    arrivals.set(this.#arrivals);
    nodes.set(this.#nodes);
    this.#arrivals = arrivals;
    this.#nodes = nodes;
  }
}
