import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { md5Of } from '../../tiles-builder/dataset/checksums.ts';
import { AnswerLost, type Bucket, BucketProblem, WriteConflict } from '../../tiles-builder/publish/bucket.ts';
import { s3AccessFromEnvironment } from '../../tiles-builder/publish/s3-access.ts';
import { openS3Bucket } from '../../tiles-builder/publish/s3-bucket.ts';
import { type Cut, type S3Server, startS3Server } from '../support/buckets/s3-server.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const [one, two] = [bytesOf('one'), bytesOf('two')];
let server: S3Server;
let bucket: Bucket;
beforeEach(async () => {
  server = await startS3Server();
  bucket = server.bucket;
});
afterEach(() => server.close());

describe('writes on conditions', () => {
  test('happen if the condition holds, and else are conflicts without changes', async () => {
    expect(await bucket.put('key', one, { ifAbsent: true })).toBe(md5Of(one));
    await expect(bucket.put('key', two, { ifAbsent: true })).rejects.toThrow(WriteConflict);
    await expect(bucket.put('key', two, { ifEtag: md5Of(two) })).rejects.toThrow(WriteConflict);
    expect(Buffer.from((await bucket.get('key'))?.bytes ?? [])).toEqual(Buffer.from(one));
    expect(await bucket.put('key', two, { ifEtag: md5Of(one) })).toBe(md5Of(two));
  });

  test('on an object that is missing are conflicts', async () => {
    await expect(bucket.put('missing', two, { ifEtag: md5Of(one) })).rejects.toThrow(WriteConflict);
  });

  test('whose answer was lost are conflicts when repeated', async () => {
    let cuts = 0;
    server.cut = ({ method }) => (method === 'PUT' && cuts++ === 0 ? 'unanswered' : null);
    await expect(bucket.put('key', one, { ifAbsent: true })).rejects.toThrow(WriteConflict);
    expect(server.objects.get('/tiles/key')).toEqual(Buffer.from(one));
  });
});

test('objects are listed with their sizes and checksums, over several pages', async () => {
  const keys = ['a&b', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
  for (const key of keys) await bucket.put(key, bytesOf(key));
  const listed = await bucket.list('');
  expect(listed.map(({ key, size_bytes, etag }) => [key, size_bytes, etag])).toEqual(
    keys.map((key) => [key, key.length, md5Of(bytesOf(key))]),
  );
  expect((await bucket.list('c')).map(({ key }) => key)).toEqual(keys.slice(1));
});

test("the answer's ETag reveals damage in transit to a server that ignores checksums", async () => {
  server.checksChecksums = false;
  server.damage = (body) => Buffer.concat([body.subarray(1), body.subarray(0, 1)]);
  for (const condition of [undefined, { ifAbsent: true }] as const) {
    const failed = await bucket.put(`key-${condition?.ifAbsent}`, one, condition).catch((cause) => cause);
    expect(failed).toBeInstanceOf(BucketProblem);
    expect(failed.message).toMatch(/did not arrive as it was sent/);
  }
});

describe('connections that break', () => {
  test('within the body of an answer are tried again', async () => {
    await bucket.put('key', bytesOf('x'.repeat(100_000)));
    let cuts = 0;
    server.cut = () => (cuts++ < 3 ? 'within-body' : null);
    expect((await bucket.get('key'))?.bytes.byteLength).toBe(100_000);
    expect(cuts).toBe(4);
  });

  const ends: readonly [Cut, RegExp][] = [
    ['within-body', /the connection was cut within the answer/],
    ['at-once', /does not answer/],
  ];
  test.for(ends)('again and again (%s) are reported in a sentence', async ([cut, sentence]) => {
    await bucket.put('key', bytesOf('x'.repeat(100_000)));
    server.cut = () => cut;
    const failed = await bucket.get('key').catch((cause) => cause);
    expect(failed).toBeInstanceOf(AnswerLost);
    expect(failed.message).toMatch(sentence);
    expect(failed.message).not.toMatch(/terminated|fetch failed/);
  });
});

describe('a bucket that cannot be used is reported in a sentence with advice, without secrets', () => {
  const problemOf = async (work: () => unknown): Promise<string> => {
    try {
      await work();
    } catch (cause) {
      expect(cause).toBeInstanceOf(BucketProblem);
      const { message, advice } = cause as BucketProblem;
      return `${message} ${advice}`;
    }
    throw new Error('no problem');
  };
  const environment = {
    R2_ENDPOINT: 'https://account.r2.cloudflarestorage.com',
    R2_ACCESS_KEY_ID: 'id',
    R2_SECRET_ACCESS_KEY: 'secret-text',
  };

  test('a missing bucket', async () => {
    const other = openS3Bucket({ ...server.access, bucket: 'tilez' });
    for (const work of [() => other.get('key'), () => other.put('key', one), () => other.list('')]) {
      expect(await problemOf(work)).toMatch(/^There is no bucket tilez at .*Create it/);
    }
  });

  test('a missing bucket of which a server says no more than 404, where an object may be missing alone', async () => {
    const silent = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const other = openS3Bucket({ ...server.access, endpoint: `http://127.0.0.1:${port}` });
    for (const work of [() => other.put('key', one), () => other.list('')]) {
      expect(await problemOf(work)).toMatch(/^There is no bucket /);
    }
    expect(await other.get('key')).toBeNull();
  });

  test('a token that may not', async () => {
    const other = openS3Bucket({ ...server.access, accessKeyId: 'wrong-id' });
    for (const work of [() => other.get('key'), () => other.put('key', one)]) {
      const problem = await problemOf(work);
      expect(problem).toMatch(/refuses access to the bucket tiles \(403.*Check R2_ACCESS_KEY_ID/);
      expect(problem).not.toMatch(/wrong-id|Credential|Signature=/);
    }
  });

  test.for(Object.keys(environment))('without %s', async (name) => {
    const problem = await problemOf(() => s3AccessFromEnvironment('tiles', { ...environment, [name]: '' }));
    expect(problem).toMatch(new RegExp(`^The environment variable ${name} is not set. Create`));
    expect(problem).not.toContain('secret-text');
  });

  test.for([
    'https://account.r2.cloudflarestorage.com/tiles',
    'https://account.r2.cloudflarestorage.com/?a=b',
    'https://tiles.account.r2.cloudflarestorage.com',
    'https://user:secret-text@host.example',
    'secret-text',
    'ftp://host.example',
  ])('with the endpoint %s', async (R2_ENDPOINT) => {
    const problem = await problemOf(() => s3AccessFromEnvironment('tiles', { ...environment, R2_ENDPOINT }));
    expect(problem).toMatch(/is not the address of a server alone/);
    expect(problem).not.toContain('secret-text');
  });

  test('an endpoint with a slash at its end is fine', () => {
    const R2_ENDPOINT = 'https://account.r2.cloudflarestorage.com/';
    expect(s3AccessFromEnvironment('tiles', { ...environment, R2_ENDPOINT }).endpoint).toBe(
      environment.R2_ENDPOINT,
    );
  });
});
