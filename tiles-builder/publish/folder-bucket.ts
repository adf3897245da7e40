/** Opens a folder as a bucket: its files are named by their keys, as the self-hosted service reads them. */
import { mkdirSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { acquireLock } from '../base/files/file-lock.ts';
import { md5Of } from '../dataset/checksums.ts';
import { type Bucket, BucketProblem, type Condition, type ListedObject, WriteConflict } from './bucket.ts';

const LOCK = '.lock';
const UNFINISHED = '.unfinished';
const LOCK_TRIES = 20;
const LOCK_WAIT_MS = 50;

/** @param folder is created */
export function openFolderBucket(folder: string): Bucket {
  mkdirSync(folder, { recursive: true });
  let writes = 0;
  let conditional: Promise<unknown> = Promise.resolve();
  const read = async (key: string): Promise<Uint8Array | null> => {
    try {
      return new Uint8Array(await readFile(join(folder, key)));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw cause;
    }
  };
  const requireCondition = async (key: string, condition: Condition): Promise<void> => {
    const stored = await read(key);
    const holds =
      'ifAbsent' in condition ? stored === null : stored !== null && md5Of(stored) === condition.ifEtag;
    if (!holds) throw new WriteConflict(key);
  };
  const write = async (key: string, bytes: Uint8Array): Promise<void> => {
    const file = join(folder, key);
    await mkdir(dirname(file), { recursive: true });
    const unfinished = `${file}${UNFINISHED}-${process.pid}-${writes++}`;
    const handle = await open(unfinished, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  };
  return {
    trustsLists: false,
    get: async (key) => {
      const bytes = await read(key);
      return bytes && { bytes, etag: md5Of(bytes) };
    },
    put: async (key, bytes, condition) => {
      if (condition) {
        const writing = conditional.then(() =>
          withLock(folder, async () => {
            await requireCondition(key, condition);
            await write(key, bytes);
          }),
        );
        conditional = writing.catch(() => {});
        await writing;
      } else await write(key, bytes);
      return md5Of(bytes);
    },
    list: async (prefix) => {
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      const keys = names.filter((key) => key.startsWith(prefix) && !isOwn(key)).sort();
      const listed: ListedObject[] = [];
      for (const key of keys) {
        const file = await stat(join(folder, key)).catch(() => null);
        const bytes = file?.isFile() ? await read(key) : null;
        if (file && bytes)
          listed.push({ key, size_bytes: bytes.byteLength, etag: md5Of(bytes), writtenAt_ms: file.mtimeMs });
      }
      return listed;
    },
    remove: async (key) => {
      await rm(join(folder, key), { force: true });
      return true;
    },
    close: async () => {},
  };
}

const isOwn = (key: string): boolean => key.startsWith(LOCK) || key.includes(UNFINISHED);

/** The lock is of processes: two calls of one process would wait for each other. */
async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries <= LOCK_TRIES; tries++) {
    const lock = acquireLock(join(folder, LOCK), { pid: process.pid });
    if (lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    await setTimeout(LOCK_WAIT_MS);
  }
  throw new BucketProblem(
    `Another process has been writing to ${folder} for too long.`,
    'Start the command again when it has ended.',
  );
}
