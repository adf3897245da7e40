/**
 * Builds in a thread of its own. Where its memory does not suffice the system ends that thread alone, so that the command
 * can say so; and progress is shown while the thread computes.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BuildSummary, ShareOptions } from '../../build/build-dataset.ts';
import type { Config } from '../../config/config.ts';
import { type ExitCode, Problem } from '../../failures/problem.ts';
import type { Progress } from '../../records.ts';
import type { Failure } from '../describe-failure.ts';

export interface BuildOrder {
  readonly config: Config;
  readonly out: string;
  readonly options: Omit<ShareOptions, 'progress'>;
}

export type ThreadMessage =
  | { readonly progress: Parameters<Progress> }
  /** `null` where another share puts the dataset in its place. */
  | { readonly built: BuildSummary | null }
  | { readonly failure: Failure; readonly trace: string };

/** A failure as the thread has described it. */
class ThreadFailure extends Problem {
  override readonly name = 'ThreadFailure';
  override readonly exitCode: ExitCode;

  constructor({ error, advice, exitCode }: Failure, trace: string) {
    super(error, advice, { cause: trace });
    this.exitCode = exitCode;
  }
}

/** @throws ThreadFailure; Error with the code ERR_WORKER_OUT_OF_MEMORY where memory does not suffice */
export async function buildInThread(order: BuildOrder, progress: Progress): Promise<BuildSummary | null> {
  const thread = new Worker(new URL('./build-thread.ts', import.meta.url), { workerData: order });
  let built: BuildSummary | null = null;
  let failure: ThreadFailure | null = null;
  thread.on('message', (message: ThreadMessage) => {
    if ('progress' in message) progress(...message.progress);
    else if ('built' in message) built = message.built;
    else failure = new ThreadFailure(message.failure, message.trace);
  });
  await once(thread, 'exit');
  if (failure) throw failure;
  return built;
}
