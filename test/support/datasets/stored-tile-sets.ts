/** Tile sets in memory, as in a bucket. */
import { boxesOf, writeCurrent } from '../../../src/format/current.ts';
import { UNNAMED } from '../../../src/format/envelope.ts';
import type { LiveRegion, StoredTileSets } from '../../../src/format/live-regions.ts';
import { type Manifest, tileSetsOf } from '../../../src/format/manifest.ts';
import { nameObject } from '../../../src/format/name-object.ts';
import { manifestKey, type StoredTileSet, tileSetPrefix } from '../../../src/format/object-keys.ts';
import { sha256Hex } from '../../../src/format/sha256.ts';
import { TILE_SETS, type TileSet } from '../../../src/format/tile-sets.ts';

export const UPLOAD = 'aaaaaaaaaaaa';
export const BUILT_AT = '2026-01-01T00:00:00.000Z';

interface TileSetInMemory {
  readonly add: (name: string, object: Uint8Array) => void;
  /** By key in the bucket. */
  readonly objects: Map<string, Uint8Array>;
  readonly sets: StoredTileSets;
}

export function tileSetInMemory(tileSet: TileSet, name = UNNAMED): TileSetInMemory {
  const stored: StoredTileSet = { name, upload: UPLOAD };
  const prefix = tileSetPrefix(tileSet, stored);
  const objects = new Map<string, Uint8Array>();
  const add = (objectName: string, object: Uint8Array): void => {
    nameObject(object, name);
    objects.set(prefix + objectName, object);
  };
  return { add, objects, sets: storedTileSets({ [tileSet]: stored }) };
}

export const storedTileSets = (sets: Partial<Record<TileSet, StoredTileSet | null>>): StoredTileSets =>
  Object.fromEntries(TILE_SETS.map((tileSet) => [tileSet, sets[tileSet] ?? null])) as Record<
    TileSet,
    StoredTileSet | null
  >;

export function setsInMemory(manifest: Manifest): StoredTileSets {
  const entries = tileSetsOf(manifest);
  return storedTileSets(
    Object.fromEntries(
      TILE_SETS.map((tileSet) => {
        const entry = entries[tileSet];
        return [tileSet, entry && { name: entry.name, upload: UPLOAD }];
      }),
    ),
  );
}

async function regionInMemory({
  manifest,
  objects,
}: {
  readonly manifest: Manifest;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}): Promise<LiveRegion> {
  const { region, version, coverage } = manifest;
  return {
    region,
    version,
    upload: UPLOAD,
    manifest_sha256: await sha256Hex(objects.get(manifestKey(version, UPLOAD))!),
    built_at: BUILT_AT,
    live_since: BUILT_AT,
    sets: setsInMemory(manifest),
    boxes: boxesOf(coverage),
  };
}

export async function currentInMemory(
  live: readonly { readonly manifest: Manifest; readonly objects: ReadonlyMap<string, Uint8Array> }[],
): Promise<Uint8Array> {
  const regions = await Promise.all(live.map(regionInMemory));
  regions.sort((a, b) => (a.region < b.region ? -1 : 1));
  return writeCurrent({ regions, kept: null, writes: [] });
}
