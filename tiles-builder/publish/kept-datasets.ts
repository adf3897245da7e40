/** Stores earlier versions and unfinished uploads as JSON in immutable lists, which services need not read. */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { KeptList } from '../../src/format/current.ts';
import type { StoredDataset, StoredTileSets } from '../../src/format/live-regions.ts';
import { manifestSchema, sha256Schema, tileSetNameSchema } from '../../src/format/manifest.ts';
import { keptListKey, type UploadId } from '../../src/format/object-keys.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';
import { sha256Of } from '../dataset/checksums.ts';
import type { Bucket } from './bucket.ts';

const UPLOAD_ID_BYTES = 6;
const LIST_ID_BYTES = 8;
const uploadSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/));
const timeSchema = v.pipe(v.string(), v.isoTimestamp());
const storedTileSetSchema = v.object({ name: tileSetNameSchema, upload: uploadSchema });

const keptDatasetSchema = v.object({
  region: manifestSchema.entries.region,
  version: manifestSchema.entries.version,
  upload: uploadSchema,
  manifest_sha256: sha256Schema,
  built_at: timeSchema,
  sets: v.object(
    v.entriesFromList(TILE_SETS, v.nullable(storedTileSetSchema)),
  ) as unknown as v.GenericSchema<StoredTileSets>,
  state: v.picklist(['uploading', 'whole']),
  /** Start of the state. */
  since: timeSchema,
});
export type KeptDataset = StoredDataset & Pick<v.InferOutput<typeof keptDatasetSchema>, 'state' | 'since'>;

export const newUploadId = (): UploadId => randomBytes(UPLOAD_ID_BYTES).toString('hex');

/** `null` for an empty list. */
export async function writeKept(bucket: Bucket, kept: readonly KeptDataset[]): Promise<KeptList | null> {
  if (kept.length === 0) return null;
  const bytes = new TextEncoder().encode(JSON.stringify(kept));
  const id = randomBytes(LIST_ID_BYTES).toString('hex');
  await bucket.put(keptListKey(id), bytes);
  return { id, sha256: sha256Of(bytes) };
}

/** `null` for a missing or damaged list. */
export async function readKept(
  bucket: Bucket,
  list: KeptList | null,
): Promise<readonly KeptDataset[] | null> {
  if (list === null) return [];
  const stored = await bucket.get(keptListKey(list.id));
  if (!stored || sha256Of(stored.bytes) !== list.sha256) return null;
  return v.parse(v.array(keptDatasetSchema), JSON.parse(new TextDecoder().decode(stored.bytes)));
}
