export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * Calls with a timeout.
 * @param stop ends the wait when aborted
 * @throws TooLate, the reason of `stop`, and what `ask` throws
 */
export async function withinTime<T>(limit_ms: number, ask: () => Promise<T>, stop?: AbortSignal): Promise<T> {
  stop?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new TooLate(`no answer within ${limit_ms / 1000} s`)), limit_ms);
  const end = (): void => reject(stop?.reason);
  stop?.addEventListener('abort', end);
  try {
    ask().then(resolve, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', end);
  }
}
