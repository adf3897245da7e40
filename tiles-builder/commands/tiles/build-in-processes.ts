/**
 * Builds in child processes, one at a time: a child that has grown exits between steps, and the next one resumes. A killed
 * parent ends them, see `end-with-parent.ts`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { newTemporaryFolder } from '../../base/files/temporary-folder.ts';
import type { Progress } from '../../base/records.ts';
import { RemoteFailure } from '../../base/threads/remote-failure.ts';
import type { BuildSummary } from '../../pipeline/build-dataset.ts';
import { removeLeftoversOf } from '../../pipeline/clean-steps.ts';
import { LACK_OF_MEMORY } from '../describe-failure.ts';
import { cleaningUp, endAsChild, untilEnded } from '../end-by-signal.ts';
import type { BuildMessage, BuildOrder, BuildOutcome } from './build-process.ts';

/** Little enough for the next step; a new process costs some 0.5 s of CPU time. */
const MAX_RETAINED_BYTES = 600 * 2 ** 20;

/** glibc unmaps freed blocks beyond this size; by default, that size grows. Source: mallopt(3), M_MMAP_THRESHOLD */
const MALLOC_MMAP_THRESHOLD_ = String(128 * 1024);

/** @throws RemoteFailure; PlatformProblem if memory does not suffice */
export async function buildInProcesses(
  { config, out, options }: BuildOrder,
  progress: Progress,
): Promise<BuildSummary> {
  const { steps, clickhouse } = options;
  let child: ChildProcess;
  const cleanUp = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    try {
      removeLeftoversOf(child.pid!, out, steps);
    } finally {
      if (clickhouse !== undefined)
        await (await import('../../daytime/server-engine.ts')).dropLeftDatabase(clickhouse);
    }
  };
  return cleaningUp(cleanUp, async () => {
    const NODE_COMPILE_CACHE = newTemporaryFolder('compiled');
    const env = { MALLOC_MMAP_THRESHOLD_, NODE_COMPILE_CACHE, ...process.env };
    let order: BuildOrder = { config, out, options: { maxRetained_bytes: MAX_RETAINED_BYTES, ...options } };
    for (;;) {
      child = startProcess(order, env);
      const outcome = await outcomeOf(child, progress).catch(async (cause) => {
        // Failing, it leaves the rest to the next build.
        await Promise.allSettled([cleanUp()]);
        throw cause;
      });
      if ('built' in outcome) return outcome.built;
      if ('failure' in outcome) {
        const { error, advice, exitCode } = outcome.failure;
        throw new RemoteFailure(error, advice, exitCode, { cause: outcome.trace });
      }
      order = { ...order, options: { ...order.options, ...outcome } };
    }
  });
}

function startProcess(order: BuildOrder, env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(join(import.meta.dirname, 'build-process.ts'), {
    env,
    serialization: 'advanced',
    // Standard input tells it that this process has ended.
    stdio: ['pipe', 'inherit', 'pipe', 'ipc'],
  });
  child.send(order);
  return child;
}

async function outcomeOf(child: ChildProcess, progress: Progress): Promise<BuildOutcome> {
  let outcome: BuildOutcome | null = null;
  child.on('message', (message: BuildMessage) => {
    if ('progress' in message) progress(...message.progress);
    else outcome = message;
  });
  const [said, [code, signal]] = await Promise.all([
    text(child.stderr!),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    once(child, 'disconnect'),
  ]);
  endAsChild(signal);
  await untilEnded();
  if (outcome !== null) {
    process.stderr.write(said);
    return outcome;
  }
  // Linux kills a process when the machine has no memory left.
  if (signal === 'SIGKILL' || /out of memory/i.test(said))
    throw new PlatformProblem(LACK_OF_MEMORY.error, LACK_OF_MEMORY.advice);
  throw new Error(`the process of the build ended with ${signal ?? code}`, { cause: said });
}
