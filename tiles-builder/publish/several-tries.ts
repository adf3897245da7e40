/** Retries a call of a bucket with exponential backoff, at most five times. */
import { setTimeout } from 'node:timers/promises';

const TRIES = 6;

export class FailedTry extends Error {
  override readonly name = 'FailedTry';
}

/**
 * @param attempt takes its number, from 1 on
 * @param firstWait_ms doubled before each later try
 * @throws FailedTry of the last try; other errors at once
 */
export async function inSeveralTries<T>(
  attempt: (tried: number) => Promise<T>,
  firstWait_ms: number,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(tried);
    } catch (cause) {
      if (!(cause instanceof FailedTry) || tried === TRIES) throw cause;
    }
    await setTimeout(firstWait_ms * 2 ** (tried - 1));
  }
}
