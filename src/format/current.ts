/** The object `current`: the pointer to the live regions, with a checksum of itself and of each region's manifest. */
import * as v from 'valibot';
import { checksum, DamagedTile, FORMAT_VERSION } from './envelope.ts';
import { manifestSchema } from './manifest.ts';

const checksumSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/));

const regionSchema = v.object({
  region: v.string(),
  version: manifestSchema.entries.version,
  /** {@link checksumOf} the manifest's bytes. */
  manifest_checksum: checksumSchema,
  coverage: manifestSchema.entries.coverage,
});
/** A region that answers, and the version of its dataset that does. */
export type CurrentRegion = v.InferOutput<typeof regionSchema>;

const currentSchema = v.object({
  format: v.literal(FORMAT_VERSION),
  /** {@link checksumOf} the JSON text of `regions`. */
  checksum: checksumSchema,
  regions: v.array(regionSchema),
});

/** The checksum of a tile's payload, as 8 hexadecimal digits. */
export const checksumOf = (bytes: Uint8Array): string => checksum(bytes).toString(16).padStart(8, '0');

const checksumOfText = (json: unknown): string => checksumOf(new TextEncoder().encode(JSON.stringify(json)));

/** The region that a manifest describes. */
export function currentRegionOf(manifestBytes: Uint8Array): CurrentRegion {
  const manifest = v.parse(manifestSchema, JSON.parse(new TextDecoder().decode(manifestBytes)));
  const { region, version, coverage } = manifest;
  return { region, version, manifest_checksum: checksumOf(manifestBytes), coverage };
}

export function writeCurrent(regions: readonly CurrentRegion[]): Uint8Array {
  const current = { format: FORMAT_VERSION, checksum: checksumOfText(regions), regions };
  return new TextEncoder().encode(JSON.stringify(current));
}

/** @throws DamagedTile where it is not what {@link writeCurrent} wrote */
export function readCurrent(bytes: Uint8Array): readonly CurrentRegion[] {
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
  // As it was written: parsing drops members that it does not know.
  const { regions } = json as { regions: unknown };
  if (checksumOfText(regions) !== parsed.output.checksum) return fail('its checksum differs');
  return parsed.output.regions;
}
