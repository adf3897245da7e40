/** Opens the bucket of callers' keys, local or deployed. */
import { chmodSync, mkdirSync } from 'node:fs';
import type { Bucket } from '../bucket.ts';
import { openLocalBucket } from '../local-bucket.ts';
import { LOCAL_STATE } from '../local-runtime.ts';
import { s3AccessFromEnvironment } from '../s3-access.ts';
import { openS3Bucket } from '../s3-bucket.ts';

/** @param persistTo becomes readable by its owner alone */
export function openLocalKeys(persistTo = LOCAL_STATE): Promise<Bucket> {
  mkdirSync(persistTo, { recursive: true });
  chmodSync(persistTo, 0o700);
  return openLocalBucket(persistTo, 'KEYS');
}

/**
 * R2 bucket, with access from the environment.
 * @throws BucketProblem without access
 */
export const openRemoteKeys = (name: string): Bucket =>
  openS3Bucket(s3AccessFromEnvironment(name, process.env));
