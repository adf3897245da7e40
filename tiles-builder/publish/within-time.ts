export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * Waits for a call of the process that has the local bucket for a limited time, so that a command does not hang. The call is
 * not cancelled.
 * @throws TooLate, and what `ask` throws
 */
export async function withinTime<T>(limit_ms: number, ask: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new TooLate(`no answer within ${limit_ms / 1000} s`)), limit_ms);
  try {
    ask().then(resolve, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
