/** Opens the bucket that `--bucket` names: a folder if the name has a slash, and else one of R2. */
import type { Bucket } from './bucket.ts';
import { openFolderBucket } from './folder-bucket.ts';
import { s3AccessFromEnvironment } from './s3-access.ts';
import { openS3Bucket } from './s3-bucket.ts';

/** @throws BucketProblem for a bucket of R2 without access in the environment */
export const openNamedBucket = (name: string): Bucket =>
  name.includes('/') ? openFolderBucket(name) : openS3Bucket(s3AccessFromEnvironment(name, process.env));
