/** Interface of buckets: conditional writes by ETag, reads, lists; for R2, the local bucket of `wrangler dev`, and tests. */
import { BucketProblem } from './bucket-problem.ts';

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** MD5 of the bytes, in hexadecimal without quotes. */
  readonly etag: string;
}

export interface ListedObject {
  readonly key: string;
  readonly size_bytes: number;
  readonly etag: string;
  readonly writtenAt_ms: number;
}

export type Condition = { readonly ifEtag: string } | { readonly ifAbsent: true };

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
  /** Whether listed sizes and ETags prove an object's bytes; otherwise they must be read. */
  readonly trustsLists: boolean;
  get(key: string): Promise<StoredObject | null>;
  head(key: string): Promise<{ readonly etag: string; readonly size_bytes: number } | null>;
  /**
   * Checks by the answered ETag that the bytes arrived.
   * @throws WriteConflict where the condition does not hold, maybe as a lost try was applied; AnswerLost where the outcome is
   *   unknown
   */
  put(key: string, bytes: Uint8Array, condition?: Condition): Promise<string>;
  /** By key; concurrent writes may be missing. */
  list(prefix: string): Promise<readonly ListedObject[]>;
  /** Ignores an absent object. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}
