/** Refuses servers that ignore conditions, checksums or signatures, before the first write that rests on them. */
import { randomBytes } from 'node:crypto';
import { type Bucket, type Condition, WriteConflict } from './bucket.ts';
import { BucketProblem } from './bucket-problem.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** What the keys of objects begin with that are written to see what a server does, and removed at once. */
export const PROBES_PREFIX = 'probes/';

/** What a server ignores though it must not. */
type Ignored = 'conditions' | 'checksums' | 'signatures';

export interface ConditionOptions {
  /** Somebody vouches that nobody else writes into the bucket meanwhile: then a server may ignore what it likes. */
  readonly solePublisher: boolean;
}

/**
 * The same bucket, which finds out before its first conditional write whether the server honours conditions. Where it does
 * not, that write throws a BucketProblem, or is, for a sole publisher, a look followed by a write.
 */
export function requireConditions(bucket: S3Bucket, { solePublisher }: ConditionOptions): Bucket {
  let probed: Promise<ReadonlySet<Ignored>> | undefined;
  return {
    ...bucket,
    put: async (key, bytes, condition) => {
      if (!condition) return bucket.put(key, bytes);
      probed ??= findIgnored(bucket);
      const ignored = await probed;
      if (ignored.size > 0 && !solePublisher) throw refusal([...ignored]);
      if (!ignored.has('conditions')) return bucket.put(key, bytes, condition);
      if (!(await holds(bucket, key, condition))) throw new WriteConflict(key);
      return bucket.put(key, bytes);
    },
  };
}

async function findIgnored(bucket: S3Bucket): Promise<ReadonlySet<Ignored>> {
  const key = `${PROBES_PREFIX}${randomBytes(8).toString('hex')}`;
  const [first, second] = [randomBytes(16), randomBytes(16)];
  const isWritten = (condition: Condition): Promise<boolean> =>
    bucket.put(key, second, condition).then(
      () => true,
      (cause) => {
        if (cause instanceof WriteConflict) return false;
        throw cause;
      },
    );
  const ignored = new Set<Ignored>();
  try {
    const etag = await bucket.put(key, first);
    if (await isWritten({ ifAbsent: true })) ignored.add('conditions');
    if (await isWritten({ ifEtag: '0'.repeat(etag.length) })) ignored.add('conditions');
    if (!ignored.has('conditions') && !(await isWritten({ ifEtag: etag }))) {
      // A write that was applied but not answered is tried again, and then is in conflict with itself.
      if ((await bucket.head(key))?.etag === etag) ignored.add('conditions');
    }
    if (await bucket.takesWrongChecksum(key)) ignored.add('checksums');
    if (await bucket.takesWrongSignature(key)) ignored.add('signatures');
  } finally {
    await bucket.remove(key);
  }
  return ignored;
}

async function holds(bucket: Bucket, key: string, condition: Condition): Promise<boolean> {
  const stored = await bucket.head(key);
  return 'ifAbsent' in condition ? stored === null : stored?.etag === condition.ifEtag;
}

const WHAT_FOLLOWS: Readonly<Record<Ignored, string>> = {
  conditions: 'the conditions of writes, so that two publications at once undo each other',
  checksums: 'the checksums of what it stores',
  signatures: 'signatures, so that anybody may write',
};

const refusal = (ignored: readonly Ignored[]): BucketProblem =>
  new BucketProblem(
    `This server ignores ${ignored.map((what) => WHAT_FOLLOWS[what]).join('; ')}.`,
    'Use a bucket that honours them, as R2 does; --sole-publisher says that nobody else publishes here, and goes on.',
  );
