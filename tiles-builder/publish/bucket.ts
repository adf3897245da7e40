/** Interface of a bucket: conditional writes by ETag, reads, lists. R2, `wrangler dev`, folders and tests implement it. */

import { EXIT, Problem } from '../base/failures/problem.ts';
import { md5Of } from '../dataset/checksums.ts';

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** MD5 of the bytes in hexadecimal digits, without quotes. */
  readonly etag: string;
}

export interface ListedObject {
  readonly key: string;
  readonly size_bytes: number;
  readonly etag: string;
  readonly writtenAt_ms: number;
}

export type Condition = { readonly ifEtag: string } | { readonly ifAbsent: true };

/** Thrown by all calls if a bucket refuses, fails, or has something unexpected; the message is sentences without secrets. */
export class BucketProblem extends Problem {
  override readonly name: string = 'BucketProblem';
  override readonly exitCode = EXIT.platform;
}

/** Thrown if no try was answered: the write may have happened or not. */
export class AnswerLost extends BucketProblem {
  override readonly name = 'AnswerLost';
}

export class WriteConflict extends BucketProblem {
  override readonly name = 'WriteConflict';

  constructor(key: string) {
    super(`${key} was changed by somebody else in between.`, 'Start the command again.');
  }
}

/**
 * Every call is retried where the connection breaks or the other side is busy.
 * @throws BucketProblem
 */
export interface Bucket {
  /** Listed sizes and ETags prove an object's bytes; otherwise these must be read. */
  readonly trustsLists: boolean;
  get(key: string): Promise<StoredObject | null>;
  /**
   * Checks by the answered ETag that the bytes arrived.
   * @throws WriteConflict if the condition is not met, maybe as a lost try was applied; AnswerLost where the outcome is
   *   unknown
   */
  put(key: string, bytes: Uint8Array, condition?: Condition): Promise<string>;
  /** Lists objects by key; concurrent writes may be missing. */
  list(prefix: string): Promise<readonly ListedObject[]>;
  /**
   * Ignores an absent object.
   * @returns whether the first try was answered; otherwise that try may be applied some minutes later
   */
  remove(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Verifies a write by its ETag, an MD5.
 * @throws BucketProblem if they differ
 */
export function requireArrived(key: string, bytes: Uint8Array, answered: string): void {
  const sent = md5Of(bytes);
  if (answered === sent) return;
  throw new BucketProblem(
    `${key} did not arrive as it was sent: its MD5 is ${sent}, and the bucket answers the ETag ${answered || '(none)'}.`,
    'Look for what changes requests between here and the bucket, a proxy for example, and start the command again.',
  );
}
