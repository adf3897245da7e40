/** Commands that a signal ends: they remove their temporary data, then end as the signal alone would have ended them. */
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTemporaryData } from '../files/temporary-folder.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A server that does not answer keeps nobody waiting for longer. */
const CLEAN_UP_WITHIN_MS = 10_000;

type CleanUp = () => unknown;
const cleanUps = new Set<CleanUp>();
let ending = false;

/** Whether a signal is ending the process. What fails from then on fails because of that. */
export const isEnding = (): boolean => ending;

/** Resolves at once, unless a signal is ending the process: then never, so that nobody goes on with what was broken off. */
export const untilEnded = (): Promise<void> => (ending ? new Promise(() => {}) : Promise.resolve());

/** @param cleanUp runs before a signal ends the process, which waits for it, but not longer than ten seconds */
export function cleanUpOnSignal(cleanUp: CleanUp): void {
  cleanUps.add(cleanUp);
}

/** Runs `work`; meanwhile as {@link cleanUpOnSignal}. */
export async function cleaningUp<Result>(cleanUp: CleanUp, work: () => Promise<Result>): Promise<Result> {
  cleanUpOnSignal(cleanUp);
  try {
    return await work();
  } finally {
    cleanUps.delete(cleanUp);
  }
}

/** @param finish ends a line of progress */
export function endBySignals(finish: () => void): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // npm hands on a signal that the terminal has sent already.
      if (ending) return;
      ending = true;
      finish();
      void endBy(signal);
    });
  }
}

async function endBy(signal: (typeof SIGNALS)[number]): Promise<never> {
  const cleaned = Promise.allSettled([...cleanUps].map(async (cleanUp) => cleanUp()));
  await Promise.race([cleaned, sleep(CLEAN_UP_WITHIN_MS)]);
  removeTemporaryData();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container is not ended by its own signals.
  process.exit(128 + constants.signals[signal]);
}
