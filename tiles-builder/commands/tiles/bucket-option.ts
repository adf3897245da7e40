/** Which bucket a command works on. */
import type { Bucket } from '../../publish/bucket.ts';
import { openLocalBucket } from '../../publish/local-bucket.ts';
import { s3AccessFromEnvironment } from '../../publish/s3-access.ts';
import { openS3Bucket } from '../../publish/s3-bucket.ts';
import { UsageError } from '../usage-error.ts';

export interface BucketOptions {
  readonly local?: boolean;
  readonly bucket?: string;
}

/** @throws UsageError where not exactly one bucket is named */
export async function withBucket(
  options: BucketOptions,
  use: (bucket: Bucket) => Promise<void>,
): Promise<void> {
  if (Boolean(options.local) === Boolean(options.bucket)) {
    throw new UsageError('name a bucket: --local or --bucket NAME, one of them');
  }
  const bucket = options.bucket
    ? openS3Bucket(s3AccessFromEnvironment(options.bucket, process.env))
    : await openLocalBucket();
  try {
    await use(bucket);
  } finally {
    await bucket.close();
  }
}
