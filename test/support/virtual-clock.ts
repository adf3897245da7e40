/**
 * A clock that stands still but for what is computed and what is waited for: while the program waits, it jumps to the end
 * of the shortest wait. So the time of a request is the processor time of its thread and its waits, as far as they do
 * not overlap, whatever else the machine does meanwhile.
 */
export class VirtualClock {
  #now_ms = 0;
  #markedCpu_ms = threadCpu_ms();
  readonly #waits: { readonly until_ms: number; readonly end: () => void }[] = [];

  get now_ms(): number {
    const cpu_ms = threadCpu_ms();
    this.#now_ms += cpu_ms - this.#markedCpu_ms;
    this.#markedCpu_ms = cpu_ms;
    return this.#now_ms;
  }

  /** Waits for some virtual time. */
  wait(ms: number): Promise<void> {
    const until_ms = this.now_ms + ms;
    return new Promise((end) => {
      const later = this.#waits.findIndex((wait) => wait.until_ms > until_ms);
      this.#waits.splice(later < 0 ? this.#waits.length : later, 0, { until_ms, end });
    });
  }

  /**
   * Runs something to its end, ending each wait in its turn.
   * @returns what it took of virtual time, and its processor time
   * @throws Error where it waits for something else than this clock
   */
  async time<T>(
    run: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly ms: number; readonly cpu_ms: number }> {
    const digests = countDigests();
    const started_ms = this.now_ms;
    const startedCpu_ms = this.#markedCpu_ms;
    let ended: { readonly ms: number; readonly cpu_ms: number } | null = null;
    const running = run().finally(() => {
      ended = { ms: this.now_ms - started_ms, cpu_ms: this.#markedCpu_ms - startedCpu_ms };
    });
    running.catch(() => {});
    try {
      for (let idle = 0; ended === null; ) {
        await new Promise((done) => setImmediate(done));
        if (digests.pending > 0) continue;
        if (++idle < IDLE_TURNS) continue;
        idle = 0;
        const wait = this.#waits.shift();
        if (!wait && ended === null) throw new Error('What is timed waits for nothing that this clock knows');
        if (!wait) break;
        this.#now_ms = Math.max(this.now_ms, wait.until_ms);
        wait.end();
      }
      return { value: await running, ...ended! };
    } finally {
      digests.restore();
    }
  }
}

/** Turns of the event loop after which whatever is not a wait is over: reading a body in memory takes one or two. */
const IDLE_TURNS = 4;

function threadCpu_ms(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Digests are computed on another thread: the clock must not go on before they are there. */
function countDigests(): { pending: number; restore: () => void } {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  const counted = {
    pending: 0,
    restore: () => {
      crypto.subtle.digest = digest;
    },
  };
  crypto.subtle.digest = async (...of: Parameters<typeof digest>) => {
    counted.pending++;
    try {
      return await digest(...of);
    } finally {
      counted.pending--;
    }
  };
  return counted;
}
