/** Threads for the jobs of the roads. */
import { JobThreads } from '../threads/job-threads.ts';
import { type JobInput, type JobName, type JobOutput, type RoadJob, runRoadJob } from './road-jobs.ts';

export class RoadThreads {
  /** See {@link JobThreads.atOnce}. */
  readonly atOnce: number;
  readonly #threads: JobThreads;

  /** @param threads 1 for none beside this one */
  constructor(threads: number) {
    this.#threads = new JobThreads(threads);
    this.atOnce = this.#threads.atOnce;
  }

  async run<Name extends JobName>(name: Name, input: JobInput<Name>): Promise<JobOutput<Name>> {
    const job: RoadJob<Name> = { name, input };
    const module = new URL('./road-jobs.ts', import.meta.url).href;
    return await this.#threads.run({ module, run: runRoadJob<Name> }, job);
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
