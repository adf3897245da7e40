import { StorageUnavailable } from './tile-source.ts';

/**
 * Awaits an answer of storage for a limited time.
 * @param what what is asked, for the log
 * @throws StorageUnavailable where it fails or does not answer in time
 */
export async function answerInTime<T>(what: string, limit_ms: number, ask: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StorageUnavailable(`${what}: no answer in ${limit_ms} ms`)),
      limit_ms,
    );
  });
  try {
    return await Promise.race([ask(), tooLate]);
  } catch (cause) {
    if (cause instanceof StorageUnavailable) throw cause;
    throw new StorageUnavailable(`${what}: ${cause instanceof Error ? cause.message : 'failed'}`, { cause });
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}
