/** Model of R2 and buckets in folders, against miniflare's R2. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { md5Of } from '../../tiles-builder/dataset/checksums.ts';
import { type Bucket, type Condition, WriteConflict } from '../../tiles-builder/publish/bucket.ts';
import { openFolderBucket } from '../../tiles-builder/publish/folder-bucket.ts';
import { openLocalBucket } from '../../tiles-builder/publish/local-bucket.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const RUNS = process.env.FULL_COUNTS === '1' ? 100 : 15;
const folder = temporaryFolder();
const inFolders = temporaryFolder();
let local: Bucket;
beforeAll(async () => {
  local = await openLocalBucket(folder);
});
afterAll(async () => {
  await local.close();
});

const KEYS = ['a/b', 'a/c', 'ab', 'b', 'b-1', 'b0', 'c'];
const BODIES = ['', '1', 'second', 'x'.repeat(9_000)].map((text) => new TextEncoder().encode(text));
const ETAGS = [...BODIES.map(md5Of), '0'.repeat(32)];

const key = fc.constantFrom(...KEYS);
const condition = fc.oneof(
  fc.constant(undefined),
  fc.constant<Condition>({ ifAbsent: true }),
  fc.constantFrom(...ETAGS).map((ifEtag): Condition => ({ ifEtag })),
);
type Call = (bucket: Bucket) => Promise<unknown>;
const call: fc.Arbitrary<readonly [string, Call]> = fc.oneof(
  key.map((key) => [`get ${key}`, (bucket: Bucket) => bucket.get(key)] as const),
  key.map((key) => [`remove ${key}`, (bucket: Bucket) => bucket.remove(key)] as const),
  fc
    .constantFrom('', 'a', 'a/', 'b', 'd')
    .map(
      (prefix) =>
        [
          `list ${prefix}`,
          async (bucket: Bucket) =>
            (await bucket.list(prefix)).map(({ key, size_bytes, etag }) => ({ key, size_bytes, etag })),
        ] as const,
    ),
  {
    weight: 4,
    arbitrary: fc.tuple(key, fc.constantFrom(...BODIES), condition).map(
      ([key, bytes, condition]) =>
        [
          `put ${key} ${bytes.byteLength} ${JSON.stringify(condition)}`,
          (bucket: Bucket) =>
            bucket.put(key, bytes, condition).catch((cause) => {
              if (cause instanceof WriteConflict) return 'conflict';
              throw cause;
            }),
        ] as const,
    ),
  },
);

const BUCKETS: Record<string, () => Bucket> = {
  'the model': () => new R2Model().client(),
  'a folder': () => openFolderBucket(mkdtempSync(join(inFolders, 'bucket-'))),
};

test('random sequences of calls are answered alike', async () => {
  const answers = { conflict: 0, written: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 25 }), async (calls) => {
      for (const { key } of await local.list('')) await local.remove(key);
      const others = Object.entries(BUCKETS).map(([name, open]) => [name, open()] as const);
      for (const [name, ask] of calls) {
        const answer = await ask(local);
        for (const [which, other] of others) expect(await ask(other), `${name} of ${which}`).toEqual(answer);
        if (answer === 'conflict') answers.conflict++;
        else if (name.startsWith('put') && !name.endsWith('undefined')) answers.written++;
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(answers.conflict).toBeGreaterThan(0);
  expect(answers.written).toBeGreaterThan(0);
});
