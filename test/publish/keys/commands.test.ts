import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from '../../../tiles-builder/base/failures/problem.ts';
import { initialiseKeys } from '../../../tiles-builder/publish/keys/key-parts.ts';
import { openLocalKeys } from '../../../tiles-builder/publish/keys/key-stores.ts';
import { openLocalBucket } from '../../../tiles-builder/publish/local-bucket.ts';
import { openS3Bucket } from '../../../tiles-builder/publish/s3-bucket.ts';
import { type S3Server, startS3Server } from '../../support/buckets/s3-server.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';
import { entriesIn, isSecretOf } from './key-store.ts';

const LONG = { timeout: 60_000 };

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => {
  server.close();
});

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function keys(...words: string[]): Promise<Outcome> {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.access;
  const env = {
    ...process.env,
    R2_ENDPOINT: endpoint,
    R2_ACCESS_KEY_ID: accessKeyId,
    R2_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const command = join(import.meta.dirname, '../../../tiles-builder/commands/keys.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...words, '--bucket', bucket], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

function loseAnswers(): void {
  server.cut = ({ method, path }) => (method === 'PUT' && path.includes('/keys/') ? 'unanswered' : null);
}

test(
  'keys of the local bucket are in a folder that its owner alone may read, apart from tiles',
  LONG,
  async () => {
    const folder = join(temporaryFolderOfTest(), 'state');
    const bucket = await openLocalKeys(folder);
    try {
      await initialiseKeys(bucket);
      expect(await entriesIn(bucket)).toEqual([]);
    } finally {
      await bucket.close();
    }
    expect(statSync(folder).mode & 0o077).toBe(0);
    const tiles = await openLocalBucket(folder);
    try {
      expect(await tiles.list('')).toEqual([]);
    } finally {
      await tiles.close();
    }
  },
);

test('a key is created, exchanged, revoked and listed', LONG, async () => {
  const created = JSON.parse((await keys('create', 'first caller', '--json')).out) as Record<string, string>;
  const { key, secret } = created as { key: string; secret: string };
  const rotated = JSON.parse((await keys('rotate', key, '--json')).out) as { secret: string };
  const [entry] = await entriesIn(openS3Bucket(server.access));
  expect([entry!.name, isSecretOf(entry!, secret), isSecretOf(entry!, rotated.secret)]).toEqual([
    'first caller',
    true,
    true,
  ]);
  expect((await keys('list')).out).toMatch(
    new RegExp(`^${key}  first caller  created .* 2 valid secret\\(s\\)\n$`),
  );
  expect((await keys('revoke', key)).out).toContain('revoked');
  expect((await keys('rotate', key)).err).toBe(`Error: The key ${key} was revoked: create a new one.\n`);
});

test('a secret is shown only once its key is known to be in the bucket', LONG, async () => {
  expect((await keys('init')).code).toBe(0);
  loseAnswers();
  const lost = await keys('create', 'answer lost');
  expect([lost.code, lost.err]).toEqual([0, '']);
  const [entry] = await entriesIn(openS3Bucket(server.access));
  expect(isSecretOf(entry!, /secret {2}(\S+)/.exec(lost.out)![1])).toBe(true);
  let isWritten = false;
  server.cut = ({ method, path }) => {
    isWritten ||= method === 'PUT' && path.includes('/keys/');
    return isWritten ? 'unanswered' : null;
  };
  const unknown = await keys('create', 'never answered');
  expect([unknown.code, unknown.out]).toEqual([EXIT.platform, '']);
  expect(unknown.err).toMatch(/^Error: Whether keys\/.. was changed is not known/);
  expect(unknown.err.split('\n')).toHaveLength(3);
});
