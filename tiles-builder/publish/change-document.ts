/** Changes documents by compare-and-set (ETag, If-Match), so that no writer overwrites another's change. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Bucket, type Condition, WriteConflict } from './bucket.ts';
import { AnswerLost, BucketProblem } from './bucket-problem.ts';

const TRIES = 12;
/** Wait before the second try, at most; it doubles each time, up to the bound after it. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 2_000;
/** Ids that a document keeps: as many other writes may come between a write whose answer was lost and the look for its id. */
export const WRITES_KEPT = 64;

/** A document that says which writes made it. */
export interface WrittenDocument {
  /** Ids of the last writes, the newest last. */
  readonly writes: readonly string[];
}

/** How a document is stored. */
export interface DocumentCodec<D extends WrittenDocument> {
  /** @throws where the bytes are no such document: damage is never emptiness */
  read(bytes: Uint8Array): D | Promise<D>;
  write(document: D): Uint8Array | Promise<Uint8Array>;
}

/**
 * Changes a document. A write whose answer was lost is found again by its id, which all tries of one change share.
 * @param change makes the next document from what is there, `null` where there is none; may be called several times, and
 * returns the very document that it got where nothing is to be written
 * @returns the document as it was written, or as others changed it since: what came of a change is to be read from it, as
 * the last call of `change` need not be the one whose document was written
 * @throws WriteConflict where others wrote in between again and again; BucketProblem; what `codec.read` and `change` throw
 */
export async function changeDocument<D extends WrittenDocument>(
  bucket: Bucket,
  key: string,
  codec: DocumentCodec<D>,
  change: (document: D | null) => D | Promise<D>,
): Promise<D> {
  const id = randomBytes(8).toString('hex');
  /** A try whose answer never came: it may be applied at any time. */
  let lost: AnswerLost | null = null;
  /** The try before, where it was in conflict: perhaps with itself, as the bucket tries a write again that was not answered. */
  let conflict: WriteConflict | null = null;
  for (let tried = 1; ; tried++) {
    const stored = await bucket.get(key).catch((cause) => {
      throw lost || conflict ? unknownOutcome(key, cause) : cause;
    });
    const document = stored && (await codec.read(stored.bytes));
    if (document?.writes.includes(id)) return document;
    if (tried > TRIES) throw lost ? unknownOutcome(key, lost) : conflict;
    const changed = await change(document);
    if (changed === document) return changed;
    const next = { ...changed, writes: [...changed.writes, id].slice(-WRITES_KEPT) };
    const condition: Condition = stored ? { ifEtag: stored.etag } : { ifAbsent: true };
    const store = async (): Promise<unknown> => bucket.put(key, await codec.write(next), condition);
    const failure = await store().then(
      () => null,
      (cause: unknown) => cause,
    );
    if (failure === null) return next;
    conflict = failure instanceof WriteConflict ? failure : null;
    if (failure instanceof AnswerLost) lost = failure;
    else if (!conflict) throw lost ? unknownOutcome(key, failure) : failure;
    await setTimeout(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1)));
  }
}

const unknownOutcome = (key: string, cause: unknown): BucketProblem =>
  new BucketProblem(
    `Whether ${key} was changed is not known: the bucket stopped answering after the change was sent. ${(cause as Error).message}`,
    'Look at what it says once the bucket answers again, before you start the command again.',
    { cause },
  );
