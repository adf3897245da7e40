/** The R2 bucket of a local `wrangler dev`, in `.wrangler/state`. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { R2Bucket, R2Conditional } from '@cloudflare/workers-types';
import { type Bucket, type Condition, type ListedObject, WriteConflict } from './bucket.ts';
import { AnswerLost } from './bucket-problem.ts';
import { requireArrived } from './require-arrived.ts';
import { FailedTry, inSeveralTries } from './several-tries.ts';

const FIRST_WAIT_MS = 10;
/** Where two processes share the folder, what is being replaced is absent for a moment: so often it is read again, */
const READS_OF_ABSENT = 3;
/** after so long. */
const ABSENT_WAIT_MS = 5;

const projectFolder = join(import.meta.dirname, '../..');

/** The local state that `wrangler dev` uses in this project. */
export const LOCAL_STATE = join(projectFolder, '.wrangler/state/v3');

/**
 * @param persistTo folder of the local state
 * @param binding the bucket's in wrangler.toml
 */
export async function openLocalBucket(
  persistTo = LOCAL_STATE,
  binding: 'TILES' | 'KEYS' = 'TILES',
): Promise<Bucket> {
  // Loading it takes longer than most commands.
  const { getPlatformProxy } = await import('wrangler');
  const proxy = await getPlatformProxy<Record<typeof binding, R2Bucket>>({
    configPath: join(projectFolder, 'wrangler.toml'),
    persist: { path: persistTo },
  });
  return bucketOfBinding(proxy.env[binding], () => proxy.dispose());
}

export function bucketOfBinding(binding: R2Bucket, close: () => Promise<void>): Bucket {
  return {
    get: async (key) => {
      const object = await answered('get', key, () =>
        readAgainIfAbsent(async () => {
          const stored = await binding.get(key);
          return stored && { bytes: new Uint8Array(await stored.arrayBuffer()), etag: stored.etag };
        }),
      );
      return object;
    },
    head: async (key) => {
      const object = await answered('head', key, () => readAgainIfAbsent(() => binding.head(key)));
      return object && { etag: object.etag, size_bytes: object.size };
    },
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
    remove: (key) => answered('delete', key, () => binding.delete(key)),
    close,
  };
}

const onlyIf = (condition: Condition): R2Conditional =>
  'ifAbsent' in condition ? { etagDoesNotMatch: '*' } : { etagMatches: condition.ifEtag };

/** The calls of two processes on one folder get in each other's way, which is answered by an error that says no more. */
async function answered<T>(method: string, key: string, call: () => Promise<T>): Promise<T> {
  try {
    return await inSeveralTries(async () => {
      try {
        return await call();
      } catch (cause) {
        throw new FailedTry((cause as Error).message, { cause });
      }
    }, FIRST_WAIT_MS);
  } catch (cause) {
    throw new AnswerLost(
      `${method} ${key}: the local bucket fails (${(cause as Error).message}).`,
      'Start the command again; if that does not help, end other processes on this folder and look at its disk.',
      { cause },
    );
  }
}

async function readAgainIfAbsent<T>(read: () => Promise<T | null>): Promise<T | null> {
  for (let reads = 1; ; reads++) {
    const found = await read();
    if (found !== null || reads === READS_OF_ABSENT) return found;
    await setTimeout(ABSENT_WAIT_MS);
  }
}
