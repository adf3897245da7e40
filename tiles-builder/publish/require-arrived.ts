import { md5Of } from '../dataset/checksums.ts';
import { BucketProblem } from './bucket-problem.ts';

/**
 * Verifies a write by its ETag, an MD5.
 * @throws BucketProblem where they differ
 */
export function requireArrived(key: string, bytes: Uint8Array, answered: string): void {
  const sent = md5Of(bytes);
  if (answered === sent) return;
  throw new BucketProblem(
    `${key} did not arrive as it was sent: its MD5 is ${sent}, and the bucket answers the ETag ${answered || '(none)'}.`,
    'Look for what changes requests between here and the bucket, a proxy for example, and start the command again.',
  );
}
