import { type StoragePart, StorageUnavailable } from './tile-source.ts';

/**
 * Calls storage with a timeout.
 * @throws StorageUnavailable if `ask` fails or is late
 */
export async function answerInTime<T>(
  part: StoragePart,
  limit_ms: number,
  ask: () => Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StorageUnavailable(part, 'late', `no answer in ${limit_ms} ms`)),
      limit_ms,
    );
  });
  try {
    return await Promise.race([ask(), tooLate]);
  } catch (cause) {
    if (cause instanceof StorageUnavailable) throw cause;
    const found = cause instanceof Error ? cause.message : 'nothing is known of it';
    throw new StorageUnavailable(part, 'failed', found, { cause });
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}
