/** Reads `current`, which is cached for a time, and manifests, which must match `current` and are cached by LRU. */
import * as v from 'valibot';
import { readCurrent } from '../format/current.ts';
import { DamagedTile, decoded } from '../format/envelope.ts';
import { type LiveRegion, LiveRegions } from '../format/live-regions.ts';
import { type Manifest, manifestSchema } from '../format/manifest.ts';
import { CURRENT_KEY, manifestKey } from '../format/object-keys.ts';
import { sha256Hex } from '../format/sha256.ts';
import { CURRENT_FAILED_MS, CURRENT_FRESH_MS, CURRENT_USABLE_MS } from '../limits.ts';
import { CachedValue } from './cached-value.ts';
import type { LoadedObjects } from './loaded-objects.ts';
import { rereadDamaged } from './reread-damaged.ts';
import { StorageUnavailable, type TileSource } from './tile-source.ts';

/** A manifest takes this many bytes in memory per byte of JSON. */
const MANIFEST_IN_MEMORY = 3;

export class CachedCurrent {
  readonly #regions: CachedValue<LiveRegions>;

  constructor(now?: () => number) {
    this.#regions = new CachedValue(CURRENT_FRESH_MS, CURRENT_USABLE_MS, now, CURRENT_FAILED_MS);
  }

  /**
   * @param options `refresh` reads again, after the cached `current` led to a damaged object
   * @throws StorageUnavailable, also without `current`; DamagedTile
   */
  regions(source: TileSource, options?: { readonly refresh: boolean }): Promise<LiveRegions> {
    return this.#regions.get((asOf) => rereadDamaged(source, (from) => readLiveRegions(from, asOf)), options);
  }
}

/** @throws StorageUnavailable, also without `current`; DamagedTile */
export async function readLiveRegions(
  source: TileSource,
  asOf?: (readAt_ms: number) => void,
): Promise<LiveRegions> {
  const bytes = await source.read(CURRENT_KEY, asOf);
  if (!bytes) throw new StorageUnavailable('current', 'missing', 'no dataset has been published');
  return new LiveRegions(readCurrent(new Uint8Array(bytes)).regions);
}

/** @throws StorageUnavailable; DamagedTile if missing or of another version */
export async function readManifest(
  { version, manifest_sha256 }: LiveRegion,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<Manifest> {
  const key = manifestKey(version);
  const cached = loaded.get<Manifest>(key);
  if (cached) return cached;
  const bytes = await source.read(key);
  if (!bytes) throw new DamagedTile('manifest', `${key} is live but missing`);
  if ((await sha256Hex(new Uint8Array(bytes))) !== manifest_sha256) {
    throw new DamagedTile('manifest', `${key} is not the one that was published`);
  }
  const manifest = decoded('manifest', key, () =>
    v.parse(manifestSchema, JSON.parse(new TextDecoder().decode(bytes))),
  );
  loaded.store(key, manifest, bytes.byteLength * MANIFEST_IN_MEMORY);
  return manifest;
}
