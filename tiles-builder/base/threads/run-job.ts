/** Worker script of {@link JobThreads}: imports a job's module and runs its function. */
import { failureToSend, type SentFailure } from './remote-failure.ts';

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
  }
}
