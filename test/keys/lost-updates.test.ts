import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, test } from 'vitest';
import { initialiseKeys } from '../../tiles-builder/keys/key-parts.ts';
import { openLocalKeys } from '../../tiles-builder/keys/key-stores.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { openS3Bucket } from '../../tiles-builder/publish/s3-bucket.ts';
import { startS3Server } from '../support/buckets/s3-server.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import type { Acknowledged, Changes, Store } from './change-process.ts';
import { entriesIn, isSecretOf } from './key-store.ts';

const PAIRS = 9;
const LONG = { timeout: 120_000 };
const names = (prefix: string): string[] => Array.from({ length: PAIRS }, (_, index) => `${prefix} ${index}`);

interface KeyProcess {
  change(changes: Changes): Promise<Acknowledged>;
  end(): Promise<void>;
}

async function startProcess(store: Store): Promise<KeyProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'change-process.ts'), JSON.stringify(store)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The process ended');
    return value;
  };
  expect(await next()).toBe('ready');
  return {
    change: async (changes) => {
      child.stdin!.write(`${JSON.stringify(changes)}\n`);
      return JSON.parse(await next()) as Acknowledged;
    },
    end: async () => {
      child.stdin!.end();
      await ended;
    },
  };
}

async function changeAtOnce(store: Store): Promise<Acknowledged[]> {
  const first = await startProcess(store);
  const second = await startProcess(store);
  try {
    const { created } = await first.change({ create: names('before') });
    return [
      { created, revoked: [] },
      ...(await Promise.all([
        first.change({ revoke: created.map(({ key }) => key) }),
        second.change({ create: names('beside') }),
      ])),
      ...(await Promise.all([
        first.change({ create: names('of the first') }),
        second.change({ create: names('of the second') }),
      ])),
    ];
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

async function expectAll(acknowledged: readonly Acknowledged[], bucket: Bucket): Promise<void> {
  const created = acknowledged.flatMap((answer) => answer.created);
  const revoked = new Set(acknowledged.flatMap((answer) => answer.revoked));
  expect([created.length, revoked.size]).toEqual([4 * PAIRS, PAIRS]);
  const entries = new Map((await entriesIn(bucket)).map((entry) => [entry.key, entry]));
  expect(entries.size).toBe(created.length);
  for (const { key, secret } of created) {
    const entry = entries.get(key)!;
    expect([key, isSecretOf(entry, secret), entry.revoked_at === null]).toEqual([
      key,
      !revoked.has(key),
      !revoked.has(key),
    ]);
  }
}

describe('in the local bucket', () => {
  let persistTo: string;
  beforeEach(() => {
    persistTo = temporaryFolderOfTest();
  });

  test('nothing acknowledged is lost, and the folder is readable by its owner alone', LONG, async () => {
    const folder = join(persistTo, 'state');
    const bucket = await openLocalKeys(folder);
    try {
      await initialiseKeys(bucket);
      await expectAll(await changeAtOnce({ persistTo: folder }), bucket);
      expect(statSync(folder).mode & 0o077).toBe(0);
    } finally {
      await bucket.close();
    }
  });
});

describe('in a bucket behind S3', () => {
  test('nothing acknowledged is lost, though connections are cut', LONG, async () => {
    const server = await startS3Server();
    try {
      let requests = 0;
      server.cut = () => {
        requests++;
        return requests % 7 === 0 ? 'unanswered' : requests % 11 === 0 ? 'within-body' : null;
      };
      const acknowledged = await changeAtOnce({ access: server.access });
      server.cut = () => null;
      await expectAll(acknowledged, openS3Bucket(server.access));
    } finally {
      server.close();
    }
  });
});
