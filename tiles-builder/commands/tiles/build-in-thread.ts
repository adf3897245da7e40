/** Builds in a thread, so that signals and progress are handled meanwhile, and lack of memory ends the thread alone. */
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { type BuildSummary, stepsFolderOf } from '../../build/build-dataset.ts';
import { removeOwnLeftovers } from '../../build/own-leftovers.ts';
import type { Problem } from '../../failures/problem.ts';
import { keepTemporaryDataIn } from '../../files/temporary-folder.ts';
import type { Progress } from '../../records.ts';
import { ProcessGrown } from '../../steps/run-steps.ts';
import { ThreadFailure } from '../../threads/thread-failure.ts';
import { serveEngine } from '../../working/distant-engine.ts';
import { openSqlEngine } from '../../working/open-sql-engine.ts';
import { cleaningUp, untilEnded } from '../end-by-signal.ts';
import type { BuildMessage, BuildOrder } from './build-messages.ts';

/** @throws ThreadFailure; ProcessGrown; Error with the code ERR_WORKER_OUT_OF_MEMORY where memory does not suffice */
export async function buildInThread(
  order: BuildOrder<readonly string[]>,
  progress: Progress,
): Promise<BuildSummary | null> {
  const { out, options } = order;
  const { clickhouse, shard } = options;
  const steps = options.steps ?? stepsFolderOf(out);
  const removeTemporaryData = keepTemporaryDataIn(steps);
  const { port1: ofThread, port2: ofEngine } = new MessageChannel();
  const closeEngine = serveEngine(ofEngine, openSqlEngine);
  const workerData = { ...order, options: { ...options, clickhouse: clickhouse ?? ofThread } };
  const thread = new Worker(new URL('./build-thread.ts', import.meta.url), {
    workerData,
    transferList: [ofThread],
  });
  const cleanUp = async (): Promise<void> => {
    await thread.terminate();
    try {
      removeOwnLeftovers(out, shard, steps);
    } finally {
      if (clickhouse !== undefined)
        await (await import('../../working/server-engine.ts')).dropOwnDatabases(clickhouse);
    }
  };
  try {
    return await cleaningUp(cleanUp, () => outcomeOf(thread, progress));
  } finally {
    await closeEngine();
    removeTemporaryData();
  }
}

async function outcomeOf(thread: Worker, progress: Progress): Promise<BuildSummary | null> {
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
  await untilEnded();
  if (failure) throw failure;
  return built;
}
