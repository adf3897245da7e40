/** Which datasets are live, and their manifests. */
import * as v from 'valibot';
import { areSetsOf, type CurrentRegion, readCurrent } from '../format/current.ts';
import { DamagedTile } from '../format/envelope.ts';
import { type Coverage, type Manifest, manifestSchema } from '../format/manifest.ts';
import { CURRENT_KEY, manifestKey } from '../format/object-keys.ts';
import { sha256Hex } from '../format/sha256.ts';
import { type BoundingBox, boundingBoxOf, type Zone } from '../geo/positions.ts';
import { CURRENT_FAILED_MS, CURRENT_KEPT_MS, CURRENT_USABLE_MS } from '../limits.ts';
import { KeptValue } from './kept-value.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import { pastDamage } from './past-damage.ts';
import { StorageUnavailable, type TileSource } from './tile-source.ts';

/** A region that answers now. */
export interface LiveRegion extends CurrentRegion {
  /** Around the coverage of each kind of data; `null` where there is no such data. */
  readonly boxes: { readonly [Data in keyof Coverage]: BoundingBox | null };
}

/** The regions that are live, kept in memory for CURRENT_KEPT_MS. */
export class CurrentDataset {
  readonly #kept: KeptValue<readonly LiveRegion[]>;

  constructor(now?: () => number) {
    this.#kept = new KeptValue(CURRENT_KEPT_MS, CURRENT_USABLE_MS, now, CURRENT_FAILED_MS);
  }

  /** @throws StorageUnavailable, also where there is no `current`; DamagedTile where it is no such document */
  regions(source: TileSource): Promise<readonly LiveRegion[]> {
    return this.#read(source);
  }

  /**
   * As they are now, for whoever found what is kept to lead to something damaged.
   * @throws StorageUnavailable, also where there is no `current`; DamagedTile where it is no such document
   */
  regionsAnew(source: TileSource): Promise<readonly LiveRegion[]> {
    return this.#read(source, { anew: true });
  }

  #read(source: TileSource, options?: { readonly anew: boolean }): Promise<readonly LiveRegion[]> {
    return this.#kept.get((asOf) => pastDamage(source, (from) => readLiveRegions(from, asOf)), options);
  }
}

/**
 * @param asOf called with the time at which `current` was read of storage itself
 * @throws StorageUnavailable, also where there is no `current`; DamagedTile where it is no such document
 */
export async function readLiveRegions(
  source: TileSource,
  asOf?: (readAt_ms: number) => void,
): Promise<readonly LiveRegion[]> {
  const bytes = await source.read(CURRENT_KEY, asOf);
  if (!bytes) throw new StorageUnavailable('current', 'missing', 'no dataset has been published');
  const { regions } = await readCurrent(new Uint8Array(bytes));
  return regions.map((region) => ({
    ...region,
    boxes: {
      roads: boxOf(region.coverage.roads),
      living: boxOf(region.coverage.living),
      working: boxOf(region.coverage.working),
    },
  }));
}

/**
 * The manifest of a live region, from memory where it is kept.
 * @throws StorageUnavailable; DamagedTile where it is missing or not that version's
 */
export async function readManifest(
  { version, upload, manifest_sha256, sets }: CurrentRegion,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<Manifest> {
  const key = manifestKey(version, upload);
  const kept = loaded.get<Manifest>(key);
  if (kept) return kept;
  const bytes = await source.read(key);
  if (!bytes) throw new DamagedTile('manifest', `${key} is live but missing`);
  if ((await sha256Hex(new Uint8Array(bytes))) !== manifest_sha256) {
    throw new DamagedTile('manifest', `${key} is not the one that was published`);
  }
  const parsed = v.safeParse(manifestSchema, JSON.parse(new TextDecoder().decode(bytes)));
  if (!parsed.success) {
    throw new DamagedTile(
      'manifest',
      `${key}, ${v.getDotPath(parsed.issues[0]) ?? 'top level'}: not as expected`,
    );
  }
  if (!areSetsOf(parsed.output, sets))
    throw new DamagedTile('manifest', `${key} has other tile sets than \`current\` names`);
  loaded.keep(key, parsed.output, bytes.byteLength);
  return parsed.output;
}

const boxOf = (zone: Zone | null): BoundingBox | null => zone && boundingBoxOf(zone.flat());
