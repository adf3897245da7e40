/** Lets other requests run: yields to the event loop, in long work after each slice. */

/** Resolves in the next turn of the event loop, when timers and messages that are due have run. */
export const nextTurn = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** Yields after each slice of work, counted in parts, as a Worker's clock stands still while it computes. */
export class WorkSlices {
  readonly #parts: number;
  #left: number;

  /** @param parts of work in a slice */
  constructor(parts: number) {
    this.#parts = parts;
    this.#left = parts;
  }

  /** Call it after each part. */
  async partDone(): Promise<void> {
    if (--this.#left > 0) return;
    this.#left = this.#parts;
    await nextTurn();
  }
}
