/** Reads a bucket's endpoint and keys from environment variables. */
import { BucketProblem } from './bucket.ts';

export interface S3Access {
  /** Origin alone: `https://<account>.r2.cloudflarestorage.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const R2_HOST = '.r2.cloudflarestorage.com';
const ENDPOINT_ADVICE = `Set R2_ENDPOINT to the address alone, for R2 https://ACCOUNT_ID${R2_HOST}`;

/**
 * Uses R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY.
 * @throws BucketProblem that never repeats a variable's value
 */
export function s3AccessFromEnvironment(
  bucket: string,
  environment: Readonly<Record<string, string | undefined>>,
): S3Access {
  const required = (name: string): string => {
    const value = environment[name]?.trim();
    if (value) return value;
    throw new BucketProblem(
      `The environment variable ${name} is not set.`,
      'Create an R2 API token for this bucket, and set R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY to what it shows.',
    );
  };
  return {
    bucket: requireBucketName(bucket),
    endpoint: originOf(required('R2_ENDPOINT'), bucket),
    accessKeyId: required('R2_ACCESS_KEY_ID'),
    secretAccessKey: required('R2_SECRET_ACCESS_KEY'),
  };
}

function requireBucketName(bucket: string): string {
  if (/^[a-z0-9][a-z0-9.-]+$/.test(bucket)) return bucket;
  throw new BucketProblem(
    `${JSON.stringify(bucket)} is no name of a bucket.`,
    'Give the name alone: lower-case letters, digits and hyphens.',
  );
}

function originOf(endpoint: string, bucket: string): string {
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new BucketProblem('R2_ENDPOINT is not the address of a server.', ENDPOINT_ADVICE);
  }
  if (url.username || url.password) {
    throw new BucketProblem('R2_ENDPOINT holds a user name or password.', ENDPOINT_ADVICE);
  }
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new BucketProblem(
      'R2_ENDPOINT goes on after the host name, so that objects would lie where nobody looks for them.',
      `${ENDPOINT_ADVICE}, and name the bucket by --bucket.`,
    );
  }
  if (url.hostname.startsWith(`${bucket}.`) && url.hostname.endsWith(R2_HOST)) {
    throw new BucketProblem(`R2_ENDPOINT has the bucket ${bucket} in its host name.`, ENDPOINT_ADVICE);
  }
  return url.origin;
}
