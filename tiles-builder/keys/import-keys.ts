/** Keys from the one document that older versions kept. */
import * as v from 'valibot';
import { KEY_PARTS, type KeyEntry, keyEntrySchema, partOfKey } from '../../src/request/key-document.ts';
import type { Bucket } from '../publish/bucket.ts';
import { changeKeys, initialiseKeys } from './key-parts.ts';
import { KeyProblem } from './key-problem.ts';

const exportSchema = v.object({ format: v.literal(1), keys: v.array(keyEntrySchema) });

export interface ImportedKeys {
  /** Keys of the document that were not in the bucket, and are now. */
  readonly added: number;
  /** Keys that were there already, and stay as they are. */
  readonly kept: number;
  /** Keys that were valid in the bucket but revoked in the document, and are revoked now. */
  readonly revoked: number;
}

/**
 * Adds the keys of a document to those in the bucket. May be repeated: a key that is there is never made valid again.
 * @param text the document as it was exported
 * @throws KeyProblem where it is no such document
 */
export async function importKeys(bucket: Bucket, text: string): Promise<ImportedKeys> {
  const imported = readExport(text);
  await initialiseKeys(bucket);
  const total = { added: 0, kept: 0, revoked: 0 };
  for (let part = 0; part < KEY_PARTS; part++) {
    const ofPart = imported.filter(({ key }) => partOfKey(key) === part);
    if (ofPart.length === 0) continue;
    let merged: Merged = { keys: [], added: 0, revoked: 0 };
    await changeKeys(bucket, part, (keys) => {
      merged = merge(keys, ofPart);
      return merged.added + merged.revoked > 0 ? merged.keys : keys;
    });
    total.added += merged.added;
    total.revoked += merged.revoked;
    total.kept += ofPart.length - merged.added - merged.revoked;
  }
  return total;
}

function readExport(text: string): readonly KeyEntry[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new KeyProblem(
      'The file is not JSON',
      '“Keys of older versions” in the documentation on operation says how to export it.',
    );
  }
  const parsed = v.safeParse(exportSchema, json);
  if (parsed.success) return parsed.output.keys;
  const where = v.getDotPath(parsed.issues[0]) ?? 'the top level';
  throw new KeyProblem(`The file is no document of keys: ${where} is not as expected.`);
}

interface Merged {
  readonly keys: readonly KeyEntry[];
  readonly added: number;
  readonly revoked: number;
}

function merge(keys: readonly KeyEntry[], imported: readonly KeyEntry[]): Merged {
  const byKey = new Map(keys.map((entry) => [entry.key, entry]));
  let added = 0;
  let revoked = 0;
  for (const entry of imported) {
    const there = byKey.get(entry.key);
    if (!there) {
      byKey.set(entry.key, entry);
      added++;
    } else if (there.revoked_at === null && entry.revoked_at !== null) {
      byKey.set(entry.key, { ...there, secrets: [], revoked_at: entry.revoked_at });
      revoked++;
    }
  }
  return { keys: [...byKey.values()], added, revoked };
}
