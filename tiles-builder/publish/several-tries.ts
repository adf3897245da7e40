/** Retries a call with exponential backoff. */
import { setTimeout } from 'node:timers/promises';

const TRIES = 6;

/** One try of a call was not answered as it should be; the next one may be. */
export class FailedTry extends Error {
  override readonly name = 'FailedTry';
}

/**
 * @param firstWait_ms wait before the second try, doubled before each later one
 * @throws FailedTry of the last try, and at once whatever else `attempt` throws
 */
export async function inSeveralTries<T>(attempt: () => Promise<T>, firstWait_ms: number): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (cause) {
      if (!(cause instanceof FailedTry) || tried === TRIES) throw cause;
    }
    await setTimeout(firstWait_ms * 2 ** (tried - 1));
  }
}
