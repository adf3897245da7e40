/** The ETag of an object that was written in one piece: the MD5 of its bytes, hexadecimal. */
import { createHash } from 'node:crypto';
import { BucketProblem } from './bucket-problem.ts';

export const etagOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/**
 * @param answered what the bucket says that it holds now
 * @throws BucketProblem where that is not what was sent
 */
export function requireArrived(key: string, bytes: Uint8Array, answered: string): void {
  const sent = etagOf(bytes);
  if (answered === sent) return;
  throw new BucketProblem(
    `${key} did not arrive as it was sent: its MD5 is ${sent}, and the bucket answers the ETag ${answered || '(none)'}.`,
    'Look for what changes requests between here and the bucket, a proxy for example, and start the command again.',
  );
}
