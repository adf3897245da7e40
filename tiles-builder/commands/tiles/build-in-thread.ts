/**
 * Builds in a thread of its own. Where its memory does not suffice the system ends that thread alone, so that the command
 * can say so; and progress is shown while the thread computes.
 */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BuildSummary } from '../../build/build-dataset.ts';
import type { Problem } from '../../failures/problem.ts';
import type { Progress } from '../../records.ts';
import { ProcessGrown } from '../../steps/run-steps.ts';
import { ThreadFailure } from '../../threads/thread-failure.ts';
import type { BuildMessage, BuildOrder } from './build-messages.ts';

/** @throws ThreadFailure; ProcessGrown; Error with the code ERR_WORKER_OUT_OF_MEMORY where memory does not suffice */
export async function buildInThread(order: BuildOrder, progress: Progress): Promise<BuildSummary | null> {
  // Threads, and the programs by which the process is renewed, find there what was compiled before.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  const thread = new Worker(new URL('./build-thread.ts', import.meta.url), { workerData: order });
  let built: BuildSummary | null = null;
  let failure: Problem | null = null;
  thread.on('message', (message: BuildMessage) => {
    if ('progress' in message) progress(...message.progress);
    else if ('built' in message) built = message.built;
    else if ('grown' in message) failure = new ProcessGrown(message.grown);
    else {
      const { error, advice, exitCode } = message.failure;
      failure = new ThreadFailure(error, advice, exitCode, { cause: message.trace });
    }
  });
  await once(thread, 'exit');
  if (failure) throw failure;
  return built;
}
