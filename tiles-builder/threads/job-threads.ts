/** Threads for jobs. They start when the first job comes, and look up each job in its module. */
import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';

/** A function of plain data to plain data that a module exports under the function's own name. */
export interface Job<Input, Output> {
  /** URL of the module. */
  readonly module: string;
  readonly run: (input: Input) => Output;
}

export class JobThreads {
  /** How many jobs to have under way: one more than threads, so that none waits until the next job is made. */
  readonly atOnce: number;
  readonly #threads: number;
  readonly #isAsked: boolean;
  #pool: Tinypool | null = null;

  /** @param asked 1 for none beside this one; as many as the machine has processors where absent */
  constructor(asked?: number) {
    const threads = asked ?? availableParallelism();
    this.atOnce = threads > 1 ? threads + 1 : 1;
    this.#threads = threads;
    this.#isAsked = asked !== undefined;
  }

  /** For work that may take less time than starting threads: then none but this one, unless somebody has asked for a number. */
  where(isWorth: boolean): JobThreads {
    return isWorth || this.#isAsked ? this : new JobThreads(1);
  }

  async run<Input, Output>({ module, run }: Job<Input, Output>, input: Input): Promise<Output> {
    if (this.#threads === 1) return run(input);
    this.#pool ??= new Tinypool({
      runtime: 'worker_threads',
      minThreads: this.#threads,
      maxThreads: this.#threads,
    });
    return await this.#pool.run(input, { filename: module, name: run.name });
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }
}
