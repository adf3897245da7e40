/** Opens the local R2 bucket of `wrangler dev` (`.wrangler/state`) through Miniflare's binding, with timeouts and retries. */
import { setTimeout } from 'node:timers/promises';
import type { R2Bucket, R2Conditional } from '@cloudflare/workers-types';
import {
  AnswerLost,
  type Bucket,
  type Condition,
  type ListedObject,
  requireArrived,
  WriteConflict,
} from './bucket.ts';
import { LOCAL_STATE, startLocalRuntime } from './local-runtime.ts';
import { FailedTry, inSeveralTries } from './several-tries.ts';
import { TooLate, withinTime } from './within-time.ts';

const FIRST_WAIT_MS = 10;
/** Retries, as an object is briefly absent while another process replaces it. */
const READS_OF_ABSENT = 3;
const ABSENT_WAIT_MS = 5;

/** The local bucket answers within milliseconds. */
const CALL_MS = 30_000;

/** @throws BucketProblem if workerd does not start */
export async function openLocalBucket(
  persistTo = LOCAL_STATE,
  binding: 'TILES' | 'KEYS' = 'TILES',
): Promise<Bucket> {
  const { bucket, lastLog, close } = await startLocalRuntime(persistTo, binding);
  return bucketOfBinding(bucket, close, lastLog);
}

export function bucketOfBinding(
  binding: R2Bucket,
  close: () => Promise<void>,
  lastLog: () => string | null = () => null,
  call_ms = CALL_MS,
): Bucket {
  /** Concurrent calls of two processes fail with an unspecific error. */
  const answered = async <T>(
    method: string,
    key: string,
    call: (tried: number) => Promise<T>,
  ): Promise<T> => {
    const attempt = async (tried: number): Promise<T> => {
      try {
        return await withinTime(call_ms, () => call(tried));
      } catch (cause) {
        if (cause instanceof TooLate) throw cause;
        throw new FailedTry((cause as Error).message, { cause });
      }
    };
    try {
      return await inSeveralTries(attempt, FIRST_WAIT_MS);
    } catch (cause) {
      const logged = lastLog();
      throw new AnswerLost(
        `${method} ${key}: the local bucket fails (${(cause as Error).message}${logged === null ? '' : `; workerd: ${logged}`}).`,
        'Start the command again; if that does not help, end other processes on its folder, and look whether its disk is full.',
        { cause },
      );
    }
  };
  return {
    trustsLists: false,
    get: (key) =>
      answered('get', key, () =>
        readAgainIfAbsent(async () => {
          const stored = await binding.get(key);
          return stored && { bytes: new Uint8Array(await stored.arrayBuffer()), etag: stored.etag };
        }),
      ),
    put: async (key, bytes, condition) => {
      const stored = await answered('put', key, () =>
        condition ? binding.put(key, bytes, { onlyIf: onlyIf(condition) }) : binding.put(key, bytes),
      );
      if (!stored) throw new WriteConflict(key);
      requireArrived(key, bytes, stored.etag);
      return stored.etag;
    },
    list: async (prefix) => {
      const listed: ListedObject[] = [];
      let cursor: string | undefined;
      do {
        const page = await answered('list', prefix, () =>
          binding.list({ prefix, ...(cursor !== undefined && { cursor }) }),
        );
        listed.push(
          ...page.objects.map(({ key, size, etag, uploaded }) => ({
            key,
            size_bytes: size,
            etag,
            writtenAt_ms: uploaded.getTime(),
          })),
        );
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
      return listed;
    },
    remove: (key) =>
      answered('delete', key, async (tried) => {
        await binding.delete(key);
        return tried === 1;
      }),
    close,
  };
}

const onlyIf = (condition: Condition): R2Conditional =>
  'ifAbsent' in condition ? { etagDoesNotMatch: '*' } : { etagMatches: condition.ifEtag };

async function readAgainIfAbsent<T>(read: () => Promise<T | null>): Promise<T | null> {
  for (let reads = 1; ; reads++) {
    const found = await read();
    if (found !== null || reads === READS_OF_ABSENT) return found;
    await setTimeout(ABSENT_WAIT_MS);
  }
}
