/** Where datasets and callers' keys are written: what R2, the local bucket of `wrangler dev` and tests have in common. */
import { BucketProblem } from './bucket-problem.ts';

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** MD5 of the bytes, hexadecimal, without quotes. */
  readonly etag: string;
}

/** An object as a bucket lists it. */
export interface ListedObject {
  readonly key: string;
  readonly size_bytes: number;
  /** MD5 of the bytes, hexadecimal, without quotes. */
  readonly etag: string;
  readonly writtenAt_ms: number;
}

/** What must hold of the object that is there for a write to happen. */
export type Condition = { readonly ifEtag: string } | { readonly ifAbsent: true };

/** A write did not happen, as its condition did not hold. */
export class WriteConflict extends BucketProblem {
  override readonly name = 'WriteConflict';

  constructor(key: string) {
    super(`${key} was changed by somebody else in between.`, 'Start the command again.');
  }
}

/**
 * A bucket. Every call is tried again where the connection breaks or the other side is busy.
 * @throws BucketProblem from each of the calls, where the bucket refuses it or does not answer
 */
export interface Bucket {
  /**
   * Whether size and ETag as the bucket lists them count as proof of an object's bytes. A server may answer the ETag of what
   * was written although its disk has changed the bytes since; without this, whoever proves objects reads them.
   */
  readonly trustsLists: boolean;
  /** @returns `null` where there is no such object */
  get(key: string): Promise<StoredObject | null>;
  /** @returns `null` where there is no such object */
  head(key: string): Promise<{ readonly etag: string; readonly size_bytes: number } | null>;
  /**
   * Writes an object, and checks by the answered ETag that the bytes arrived as they were sent.
   * @returns the ETag
   * @throws WriteConflict where the condition does not hold, which includes that an earlier try of this very write was
   * applied and its answer lost; AnswerLost where nothing tells whether the write happened
   */
  put(key: string, bytes: Uint8Array, condition?: Condition): Promise<string>;
  /** All objects whose keys begin with `prefix`, by key. What is written meanwhile may be among them or not. */
  list(prefix: string): Promise<readonly ListedObject[]>;
  /** Removes an object; nothing happens where there is none. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}
