/** Reads the endpoint and keys of an S3 bucket from environment variables. */
import { BucketProblem } from './bucket.ts';

export interface S3Access {
  /** An origin without path, as `https://<account>.r2.cloudflarestorage.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const R2_HOST = '.r2.cloudflarestorage.com';

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
    bucket,
    endpoint: originOf(required('R2_ENDPOINT'), bucket),
    accessKeyId: required('R2_ACCESS_KEY_ID'),
    secretAccessKey: required('R2_SECRET_ACCESS_KEY'),
  };
}

/** A path would put objects where nobody looks for them, and so would the bucket's name before R2's host. */
function originOf(endpoint: string, bucket: string): string {
  const url = URL.parse(endpoint);
  const isOrigin = url && /^https?:$/.test(url.protocol) && endpoint.replace(/\/$/, '') === url.origin;
  if (isOrigin && !(url.hostname.startsWith(`${bucket}.`) && url.hostname.endsWith(R2_HOST)))
    return url.origin;
  throw new BucketProblem(
    'R2_ENDPOINT is not the address of a server alone.',
    `Set it without the bucket and any path, for R2 to https://ACCOUNT_ID${R2_HOST}, and name the bucket by --bucket.`,
  );
}
