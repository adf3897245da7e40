import { md5Of } from '../dataset/checksums.ts';
import { BucketProblem } from './bucket-problem.ts';

/**
 * Holds what a bucket stored against what it was sent: the ETag of an object that was written in one piece is its MD5.
 * @param answered what the bucket says that it holds now
 * @throws BucketProblem where that is not what was sent
 */
export function requireArrived(key: string, bytes: Uint8Array, answered: string): void {
  const sent = md5Of(bytes);
  if (answered === sent) return;
  throw new BucketProblem(
    `${key} did not arrive as it was sent: its MD5 is ${sent}, and the bucket answers the ETag ${answered || '(none)'}.`,
    'Look for what changes requests between here and the bucket, a proxy for example, and start the command again.',
  );
}
