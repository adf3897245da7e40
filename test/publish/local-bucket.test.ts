import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { R2Bucket } from '@cloudflare/workers-types';
import { describe, expect, test } from 'vitest';
import { md5Of } from '../../tiles-builder/dataset/checksums.ts';
import { AnswerLost, type Bucket, BucketProblem } from '../../tiles-builder/publish/bucket.ts';
import { changeDocument } from '../../tiles-builder/publish/change-document.ts';
import { bucketOfBinding, openLocalBucket } from '../../tiles-builder/publish/local-bucket.ts';
import { addOne, sumCodec } from './sum-document.ts';

const one = new TextEncoder().encode('one');
const stored = { arrayBuffer: async () => one.buffer, etag: md5Of(one), size: one.byteLength };

function bindingOf(...answers: readonly unknown[]): { binding: R2Bucket; left: () => number } {
  const rest = [...answers];
  const next = async (): Promise<unknown> => {
    if (rest.length === 0) throw new Error('asked too often');
    const answer = rest.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const binding = { get: next, head: next, put: next, delete: next } as unknown as R2Bucket;
  return { binding, left: () => rest.length };
}
const open = (binding: R2Bucket) => bucketOfBinding(binding, async () => {});
const unspecified = new Error('Unspecified error (0)');

test('what exists and is absent for a moment is read again', async () => {
  const { binding, left } = bindingOf(null, null, stored);
  expect(await open(binding).get('key')).toMatchObject({ etag: stored.etag });
  expect(left()).toBe(0);
});

test('what is absent each time is absent', async () => {
  expect(await open(bindingOf(null, null, null, stored).binding).get('key')).toBeNull();
});

test('calls that fail without a reason are tried again', async () => {
  expect(await open(bindingOf(unspecified, stored).binding).put('key', one)).toBe(stored.etag);
  expect(await open(bindingOf(unspecified, undefined).binding).remove('key')).toBe(false);
  expect(await open(bindingOf(undefined).binding).remove('key')).toBe(true);
  const failed = open(bindingOf(...Array(10).fill(unspecified)).binding).put('key', one);
  await expect(failed).rejects.toThrow(AnswerLost);
});

test('an answered ETag of other bytes is a problem', async () => {
  await expect(open(bindingOf({ ...stored, etag: '0'.repeat(32) }).binding).put('key', one)).rejects.toThrow(
    BucketProblem,
  );
});

describe('a bucket that never answers', () => {
  const never = (): Promise<never> => new Promise(() => {});
  const binding = { get: never, head: never, put: never, list: never, delete: never } as unknown as R2Bucket;
  const calls: readonly (readonly [string, (bucket: Bucket) => Promise<unknown>])[] = [
    ['get', (bucket) => bucket.get('key')],
    ['put', (bucket) => bucket.put('key', one)],
    ['list', (bucket) => bucket.list('key')],
    ['delete', (bucket) => bucket.remove('key')],
  ];

  test.each(calls)('%s: the wait ends', async (method, call) => {
    const failed = call(
      bucketOfBinding(
        binding,
        async () => {},
        () => null,
        20,
      ),
    );
    await expect(failed).rejects.toThrow(AnswerLost);
    await expect(failed).rejects.toThrow(`${method} key: the local bucket fails (no answer within 0.02 s).`);
  });
});

test('two processes on one folder lose no conditional write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-'));
  const buckets = [await openLocalBucket(folder), await openLocalBucket(folder)];
  try {
    const addTen = async (bucket: Bucket): Promise<void> => {
      for (let i = 0; i < 5; i++) await changeDocument(bucket, 'sum', sumCodec, addOne);
    };
    await Promise.all(buckets.map(addTen));
    expect((await changeDocument(buckets[0], 'sum', sumCodec, (sum) => sum ?? addOne(null))).total).toBe(10);
  } finally {
    await Promise.all(buckets.map((bucket) => bucket.close()));
    rmSync(folder, { recursive: true });
  }
});
