/** Stores the keys of callers in objects that are changed by compare-and-set. A lost object never counts as an empty one. */
import {
  DamagedKeys,
  KEY_PARTS,
  type KeyEntry,
  type KeyPart,
  keyPartName,
  readKeyPart,
  writeKeyPart,
} from '../../../src/request/key-document.ts';
import { type Bucket, type Condition, WriteConflict } from '../bucket.ts';
import { changeDocument } from '../change-document.ts';
import { KeyProblem } from './key-problem.ts';

/** Written after all parts: a part missing later was lost. */
const INITIALISED_KEY = 'initialised';

const EMPTY: KeyPart = { keys: [], writes: [] };
const ALL_PARTS = Array.from({ length: KEY_PARTS }, (_, part) => part);
const RUNBOOK = '“Damaged or lost keys” in the documentation on operation says how to put it back.';

/**
 * Creates missing parts; repeatable.
 * @throws KeyProblem if a part was lost
 */
export async function initialiseKeys(bucket: Bucket): Promise<void> {
  if (await bucket.get(INITIALISED_KEY)) return;
  const parts = await Promise.all(ALL_PARTS.map((part) => readPart(bucket, part)));
  const missing = ALL_PARTS.filter((part) => parts[part] === null);
  const inUse = parts.some((part) => part !== null && part.keys.length + part.writes.length > 0);
  if (missing.length > 0 && inUse) {
    // Another process may have created and used the parts since.
    if (await bucket.get(INITIALISED_KEY)) return;
    throw isMissing(missing[0]);
  }
  for (const part of missing) await putIfAbsent(bucket, keyPartName(part), await writeKeyPart(part, EMPTY));
  await putIfAbsent(bucket, INITIALISED_KEY, new TextEncoder().encode(JSON.stringify({ parts: KEY_PARTS })));
}

/**
 * @param change may be called several times; returns its argument to write nothing
 * @returns keys of the part, with concurrent changes
 * @throws KeyProblem if the part is missing, damaged or changed repeatedly
 */
export async function changeKeys(
  bucket: Bucket,
  part: number,
  change: (keys: readonly KeyEntry[]) => readonly KeyEntry[],
): Promise<readonly KeyEntry[]> {
  const codec = {
    read: (bytes: Uint8Array) => readKeyPart(part, bytes),
    write: (document: KeyPart) => writeKeyPart(part, document),
  };
  try {
    const changed = await changeDocument<KeyPart>(bucket, keyPartName(part), codec, (document) => {
      if (!document) throw isMissing(part);
      const keys = change(document.keys);
      return keys === document.keys ? document : { ...document, keys };
    });
    return changed.keys;
  } catch (cause) {
    if (cause instanceof DamagedKeys) throw isDamaged(cause);
    if (!(cause instanceof WriteConflict)) throw cause;
    throw new KeyProblem(
      'Others change the keys again and again: nothing was changed',
      'Start the command again.',
    );
  }
}

export interface StoredKeys {
  readonly keys: readonly KeyEntry[];
  readonly problems: readonly KeyProblem[];
}

export async function readAllKeys(bucket: Bucket): Promise<StoredKeys> {
  const read = await Promise.all(
    ALL_PARTS.map(async (part): Promise<KeyPart | KeyProblem> => {
      try {
        return (await readPart(bucket, part)) ?? isMissing(part);
      } catch (cause) {
        if (cause instanceof KeyProblem) return cause;
        throw cause;
      }
    }),
  );
  const problems = read.filter((part) => part instanceof KeyProblem);
  if (problems.length === KEY_PARTS && !(await bucket.get(INITIALISED_KEY))) {
    throw new KeyProblem(
      'There are no keys in this bucket yet',
      '`npm run keys -- create NAME` makes the first.',
    );
  }
  return { keys: read.flatMap((part) => (part instanceof KeyProblem ? [] : part.keys)), problems };
}

/**
 * Empties a missing or damaged part.
 * @param digits two hexadecimal digits of the object's name
 * @throws KeyProblem if it is whole or changed concurrently
 */
export async function abandonPart(bucket: Bucket, digits: string): Promise<void> {
  const part = ALL_PARTS.find((candidate) => keyPartName(candidate) === `keys/${digits}`);
  if (part === undefined) {
    throw new KeyProblem(
      `There is no part ${digits}`,
      'Give the two digits of the part, as `npm run keys -- list` shows them after "keys/".',
    );
  }
  const name = keyPartName(part);
  const stored = await bucket.get(name);
  if (stored && (await isWhole(part, stored.bytes))) {
    throw new KeyProblem(`${name} is whole, and stays as it is`);
  }
  const condition: Condition = stored ? { ifEtag: stored.etag } : { ifAbsent: true };
  try {
    await bucket.put(name, await writeKeyPart(part, EMPTY), condition);
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause;
    throw new KeyProblem(`${name} has just been changed`, 'Look at `npm run keys -- list` again.');
  }
}

/**
 * @returns `null` if missing.
 * @throws KeyProblem if damaged
 */
async function readPart(bucket: Bucket, part: number): Promise<KeyPart | null> {
  const stored = await bucket.get(keyPartName(part));
  try {
    return stored && (await readKeyPart(part, stored.bytes));
  } catch (cause) {
    throw cause instanceof DamagedKeys ? isDamaged(cause) : cause;
  }
}

const isWhole = (part: number, bytes: Uint8Array): Promise<boolean> =>
  readKeyPart(part, bytes).then(
    () => true,
    (cause) => {
      if (cause instanceof DamagedKeys) return false;
      throw cause;
    },
  );

async function putIfAbsent(bucket: Bucket, key: string, bytes: Uint8Array): Promise<void> {
  try {
    await bucket.put(key, bytes, { ifAbsent: true });
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause;
  }
}

const isMissing = (part: number): KeyProblem =>
  new KeyProblem(`${keyPartName(part)} is missing, and the keys in it with it`, RUNBOOK);

const isDamaged = ({ message }: DamagedKeys): KeyProblem => new KeyProblem(message, RUNBOOK);
