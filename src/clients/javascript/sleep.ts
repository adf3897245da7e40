/** Waits, and rejects with the signal's reason once it aborts. */
export async function sleep(duration_ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (duration_ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, duration_ms);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
