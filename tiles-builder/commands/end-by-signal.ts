/** Runs registered clean-ups for at most ten seconds when SIGINT, SIGTERM or SIGHUP ends a command. */
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTemporaryData } from '../base/files/temporary-folder.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CLEAN_UP_WITHIN_MS = 10_000;

type CleanUp = () => unknown;
const cleanUps = new Set<CleanUp>();
let ending = false;

export const isEnding = (): boolean => ending;

/** Never resolves once a signal ends the process. */
export const untilEnded = (): Promise<void> => (ending ? new Promise(() => {}) : Promise.resolve());

/** Ends this process where a signal that ends commands has ended its child. */
export function endAsChild(signal: NodeJS.Signals | null): void {
  const own = SIGNALS.find((name) => name === signal);
  if (own !== undefined) process.emit(own, own);
}

export function cleanUpOnSignal(cleanUp: CleanUp): void {
  cleanUps.add(cleanUp);
}

export async function cleaningUp<Result>(cleanUp: CleanUp, work: () => Promise<Result>): Promise<Result> {
  cleanUpOnSignal(cleanUp);
  try {
    return await work();
  } finally {
    cleanUps.delete(cleanUp);
  }
}

export function endBySignals(finish: () => void): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // npm repeats signals of the terminal.
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
  // The first process of a container ignores its own signals.
  process.exit(128 + constants.signals[signal]);
}
