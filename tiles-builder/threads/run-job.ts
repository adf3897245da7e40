/** What a thread of {@link JobThreads} does with a job. */
import { letGo } from './let-go.ts';
import { failureToSend, type SentFailure } from './thread-failure.ts';

export interface NamedJob {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

export type JobOutcome = { readonly output: unknown } | { readonly failure: SentFailure };

export async function runJob({ module, name, input }: NamedJob): Promise<JobOutcome> {
  try {
    const { [name]: run } = await import(module);
    return { output: run(input) };
  } catch (cause) {
    return { failure: failureToSend(cause) };
  } finally {
    // What one job leaves behind would lie in memory beside what the next one makes.
    if (process.memoryUsage().arrayBuffers > MOST_LEFT_BYTES) letGo();
  }
}

const MOST_LEFT_BYTES = 32 * 1024 * 1024;
