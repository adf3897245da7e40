import { createHash } from 'node:crypto';

/** Clock of processor time plus waits, which jumps to the end of the shortest wait: the machine's other load does not count. */
export class VirtualClock {
  #now_ms = 0;
  #markedCpu_ms = threadCpu_ms();
  #countsCpu = true;
  readonly #waits: { readonly until_ms: number; readonly end: () => void }[] = [];

  get now_ms(): number {
    const cpu_ms = threadCpu_ms();
    if (this.#countsCpu) this.#now_ms += cpu_ms - this.#markedCpu_ms;
    this.#markedCpu_ms = cpu_ms;
    return this.#now_ms;
  }

  wait(ms: number): Promise<void> {
    const until_ms = this.now_ms + ms;
    return new Promise((end) => {
      const later = this.#waits.findIndex((wait) => wait.until_ms > until_ms);
      this.#waits.splice(later < 0 ? this.#waits.length : later, 0, { until_ms, end });
    });
  }

  /**
   * @returns virtual time and processor time
   * @throws Error where `work` waits for something else than this clock
   */
  async time<T>(
    run: () => Promise<T>,
    { countsCpu = true } = {},
  ): Promise<{ readonly value: T; readonly ms: number; readonly cpu_ms: number }> {
    const digests = digestHere();
    const started_ms = this.now_ms;
    const startedCpu_ms = this.#markedCpu_ms;
    this.#countsCpu = countsCpu;
    let ended: { readonly ms: number; readonly cpu_ms: number } | null = null;
    const running = run().finally(() => {
      ended = { ms: this.now_ms - started_ms, cpu_ms: this.#markedCpu_ms - startedCpu_ms };
    });
    running.catch(() => {});
    try {
      for (let idle = 0; ended === null; ) {
        await new Promise((done) => setImmediate(done));
        if (++idle < (this.#waits.length > 0 ? IDLE_TURNS : MAX_TURNS)) continue;
        idle = 0;
        const wait = this.#waits.shift();
        if (!wait) throw new Error('What is timed waits for nothing that this clock knows');
        this.#now_ms = Math.max(this.now_ms, wait.until_ms);
        wait.end();
      }
      return { value: await running, ...(ended as unknown as { ms: number; cpu_ms: number }) };
    } finally {
      digests.restore();
      this.#countsCpu = true;
    }
  }
}

/** Turns of the event loop without a wait: reading a body takes one or two. */
const IDLE_TURNS = 8;
const MAX_TURNS = 100_000;

function threadCpu_ms(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** On the request's thread, as in workerd; Node's thread would not count. */
function digestHere(): { restore: () => void } {
  const { subtle } = crypto;
  const digest = subtle.digest;
  subtle.digest = (async (_: unknown, data: ArrayBuffer | Uint8Array) => {
    const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
    return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
  }) as typeof digest;
  return {
    restore: () => {
      subtle.digest = digest;
    },
  };
}
