/**
 * Changes documents by compare-and-set (ETag, If-Match), retried with random exponential backoff; an id finds writes whose
 * answer was lost.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  AnswerLost,
  type Bucket,
  BucketProblem,
  type Condition,
  type StoredObject,
  WriteConflict,
} from './bucket.ts';

const TRIES = 12;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 2_000;
/** Number of writes that may come between a lost answer and the search for its id. */
export const MAX_WRITE_IDS = 64;

export interface WrittenDocument {
  /** Ids of recent writes, the newest last. */
  readonly writes: readonly string[];
}

export interface DocumentCodec<D extends WrittenDocument> {
  /** @throws for damaged bytes, never taken for absence */
  read(bytes: Uint8Array): D | Promise<D>;
  write(document: D): Uint8Array | Promise<Uint8Array>;
}

/**
 * @param change makes the next document, from `null` if absent; may be called several times, and again where it fails and
 *   the document that it saw was replaced meanwhile; returns its argument to write nothing
 * @returns document with concurrent changes
 * @throws WriteConflict after repeated conflicts; BucketProblem; errors of `codec.read` and `change`
 */
export async function changeDocument<D extends WrittenDocument>(
  bucket: Bucket,
  key: string,
  codec: DocumentCodec<D>,
  change: (document: D | null) => D | Promise<D>,
): Promise<D> {
  const id = randomBytes(8).toString('hex');
  /** The lost write may be applied at any time. */
  let lost: AnswerLost | null = null;
  let conflict: WriteConflict | null = null;
  for (let tried = 1; ; tried++) {
    const stored = await readAfter(lost ?? conflict, bucket, key);
    const document = stored && (await codec.read(stored.bytes));
    if (document?.writes.includes(id)) return document;
    if (tried > TRIES) throw lost === null ? new WriteConflict(key) : unknownOutcome(key, lost);
    const isReplaced = async (): Promise<boolean> => (await bucket.get(key))?.etag !== stored?.etag;
    const changed = await changeUnlessStale(() => change(document), isReplaced);
    if (changed === null) continue;
    if (changed === document) return changed;
    const next = { ...changed, writes: [...changed.writes, id].slice(-MAX_WRITE_IDS) };
    const failure = await failureOf(async () =>
      bucket.put(key, await codec.write(next), ifUnchanged(stored)),
    );
    if (failure === null) return next;
    conflict = failure instanceof WriteConflict ? failure : null;
    if (failure instanceof AnswerLost) lost = failure;
    else if (!conflict) throw lost ? unknownOutcome(key, failure) : failure;
    await setTimeout(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1)));
  }
}

const ifUnchanged = (stored: StoredObject | null): Condition =>
  stored ? { ifEtag: stored.etag } : { ifAbsent: true };

const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => null,
    (cause: unknown) => cause,
  );

/** @param sent problem of a write that may have been applied nevertheless */
async function readAfter(
  sent: BucketProblem | null,
  bucket: Bucket,
  key: string,
): Promise<StoredObject | null> {
  try {
    return await bucket.get(key);
  } catch (cause) {
    throw sent ? unknownOutcome(key, cause) : cause;
  }
}

/** @returns `null` if the change fails, and what it saw was replaced */
async function changeUnlessStale<D>(
  change: () => D | Promise<D>,
  isReplaced: () => Promise<boolean>,
): Promise<D | null> {
  try {
    return await change();
  } catch (cause) {
    if (await isReplaced()) return null;
    throw cause;
  }
}

const unknownOutcome = (key: string, cause: unknown): BucketProblem =>
  new BucketProblem(
    `Whether ${key} was changed is not known: the bucket stopped answering after the change was sent. ${(cause as Error).message}`,
    'Look at what it says once the bucket answers again, before you start the command again.',
    { cause },
  );
