/** Threads for the jobs of the roads. */
import { Tinypool } from 'tinypool';
import { type JobInput, type JobName, type JobOutput, type RoadJob, runRoadJob } from './road-jobs.ts';

export class RoadThreads {
  /** How many jobs to have under way: one more than threads, so that none waits until the next job is made. */
  readonly atOnce: number;
  readonly #pool: Tinypool | null;

  /** @param threads 1 for none beside this one */
  constructor(threads: number) {
    this.atOnce = threads > 1 ? threads + 1 : 1;
    this.#pool =
      threads > 1
        ? new Tinypool({
            runtime: 'worker_threads',
            filename: new URL('./road-jobs.ts', import.meta.url).href,
            name: runRoadJob.name,
            minThreads: threads,
            maxThreads: threads,
          })
        : null;
  }

  async run<Name extends JobName>(name: Name, input: JobInput<Name>): Promise<JobOutput<Name>> {
    const job: RoadJob<Name> = { name, input };
    return this.#pool ? await this.#pool.run(job) : runRoadJob(job);
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}
