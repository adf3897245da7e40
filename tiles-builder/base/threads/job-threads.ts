/** Runs jobs in a pool of worker threads (tinypool), started by the first job, or in this thread alone. */
import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { failureReceived } from './remote-failure.ts';
import { type JobOutcome, type NamedJob, runJob } from './run-job.ts';

const RUN_JOB = new URL('./run-job.ts', import.meta.url).href;

export interface Job<Input, Output> {
  readonly module: string;
  readonly run: (input: Input) => Output;
}

export const jobsOf =
  (module: string) =>
  <Input, Output>(run: (input: Input) => Output): Job<Input, Output> => ({ module, run });

export class JobThreads {
  /** Jobs that run at once: one more than threads, so that no thread waits. */
  readonly atOnce: number;
  readonly #threads: number;
  readonly #isAsked: boolean;
  #pool: Tinypool | null = null;

  /** @param asked 1 for this thread alone; by default the number of processors */
  constructor(asked?: number) {
    const threads = asked ?? availableParallelism();
    this.atOnce = threads > 1 ? threads + 1 : 1;
    this.#threads = threads;
    this.#isAsked = asked !== undefined;
  }

  /** This thread alone, unless worth threads or a number was given. */
  where(isWorth: boolean): JobThreads {
    return isWorth || this.#isAsked ? this : new JobThreads(1);
  }

  /** @throws what the job throws: a {@link Problem}, or an error with system details */
  async run<Input, Output>({ module, run }: Job<Input, Output>, input: Input): Promise<Output> {
    if (this.#threads === 1) return run(input);
    this.#pool ??= new Tinypool({
      runtime: 'worker_threads',
      minThreads: this.#threads,
      maxThreads: this.#threads,
    });
    const job: NamedJob = { module, name: run.name, input };
    const outcome: JobOutcome = await this.#pool.run(job, { filename: RUN_JOB, name: runJob.name });
    if ('failure' in outcome) throw failureReceived(outcome.failure);
    return outcome.output as Output;
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }
}
