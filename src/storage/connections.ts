import { MAX_READS_AT_ONCE } from '../limits.ts';

/** The connections of one request: whatever it asks of the platform waits, in order, until one is free. */
export class Connections {
  #free = MAX_READS_AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  async use<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((free) => this.#waiting.push(free));
    else this.#free--;
    try {
      return await ask();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
