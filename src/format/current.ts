/**
 * The object `current`: which datasets answer, and which earlier ones and unfinished uploads are in the bucket. It is
 * the only object that is ever replaced, by those who publish, roll back or prune, and only on the condition that
 * nobody else has replaced it in between.
 */
import * as v from 'valibot';
import { DamagedTile, FORMAT_VERSION } from './envelope.ts';
import { type Manifest, manifestSchema, sha256Schema, tileSetNameSchema, tileSetsOf } from './manifest.ts';
import type { StoredTileSet } from './object-keys.ts';
import { sha256Hex } from './sha256.ts';
import { TILE_SETS, type TileSet } from './tile-sets.ts';

const uploadSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/));
const timeSchema = v.pipe(v.string(), v.isoTimestamp());
const storedTileSetSchema = v.object({ name: tileSetNameSchema, upload: uploadSchema });

/** Where the tile sets of a dataset lie, `null` for those that it lacks. */
export type StoredTileSets = Readonly<Record<TileSet, StoredTileSet | null>>;

const storedDatasetEntries = {
  region: manifestSchema.entries.region,
  version: manifestSchema.entries.version,
  /** The upload that wrote the manifest. */
  upload: uploadSchema,
  manifest_sha256: sha256Schema,
  /** When the dataset was built. */
  built_at: timeSchema,
  sets: v.object(
    v.entriesFromList(TILE_SETS, v.nullable(storedTileSetSchema)),
  ) as unknown as v.GenericSchema<StoredTileSets>,
};

const currentRegionSchema = v.object({
  ...storedDatasetEntries,
  live_since: timeSchema,
  coverage: manifestSchema.entries.coverage,
});
/** A region that answers, and the version of its dataset that does. */
export type CurrentRegion = v.InferOutput<typeof currentRegionSchema>;

const keptDatasetSchema = v.object({
  ...storedDatasetEntries,
  /** Whether all of its objects are in the bucket. */
  state: v.picklist(['uploading', 'whole']),
  /** When it came into this state: since then it is not live, or is being uploaded. */
  since: timeSchema,
});
/** A dataset in the bucket that does not answer: an earlier version, or one that is being uploaded. */
export type KeptDataset = v.InferOutput<typeof keptDatasetSchema>;

/** What live and kept datasets have in common. */
export type StoredDataset = Pick<CurrentRegion, keyof typeof storedDatasetEntries>;

const currentSchema = v.object({
  format: v.literal(FORMAT_VERSION),
  /** SHA-256 of the JSON text of the other members but `format`, in the order below. */
  checksum: sha256Schema,
  /** In ascending order of their names. */
  regions: v.array(currentRegionSchema),
  kept: v.array(keptDatasetSchema),
  /** Ids of the last writes, the newest last: whoever got no answer finds out here whether its write was applied. */
  writes: v.array(v.string()),
});
export type Current = Pick<v.InferOutput<typeof currentSchema>, 'regions' | 'kept' | 'writes'>;

const checksumOf = ({ regions, kept, writes }: Current): Promise<string> =>
  sha256Hex(JSON.stringify({ regions, kept, writes }));

/** Whether the tile sets that an entry of `current` names are those of a manifest. */
export function areSetsOf(manifest: Manifest, sets: StoredTileSets): boolean {
  const entries = tileSetsOf(manifest);
  return TILE_SETS.every((tileSet) => entries[tileSet]?.name === sets[tileSet]?.name);
}

export async function writeCurrent(current: Current): Promise<Uint8Array> {
  const { regions, kept, writes } = current;
  const checksum = await checksumOf(current);
  return new TextEncoder().encode(
    JSON.stringify({ format: FORMAT_VERSION, checksum, regions, kept, writes }),
  );
}

/** @throws DamagedTile where it is not what {@link writeCurrent} wrote */
export async function readCurrent(bytes: Uint8Array): Promise<Current> {
  const fail = (found: string): never => {
    throw new DamagedTile('current', `is damaged: ${found}`);
  };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return fail('not JSON');
  }
  const parsed = v.safeParse(currentSchema, json);
  if (!parsed.success) return fail(`${v.getDotPath(parsed.issues[0]) ?? 'top level'} is not as expected`);
  // The checksum is of the text as it was written: parsing drops members that it does not know.
  if ((await checksumOf(json as Current)) !== parsed.output.checksum) fail('its checksum differs');
  return parsed.output;
}
