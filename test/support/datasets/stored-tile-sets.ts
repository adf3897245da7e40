/** Tile sets in memory, as in a bucket. */
import { boxesOf, type Current, setsOf, writeCurrent } from '../../../src/format/current.ts';
import { type TileSetName, UNNAMED } from '../../../src/format/envelope.ts';
import type { LiveRegion, StoredTileSets } from '../../../src/format/live-regions.ts';
import type { Manifest } from '../../../src/format/manifest.ts';
import { nameObject } from '../../../src/format/name-object.ts';
import { manifestKey, tileSetPrefix } from '../../../src/format/object-keys.ts';
import { sha256Hex } from '../../../src/format/sha256.ts';
import { TILE_SETS, type TileSet } from '../../../src/format/tile-sets.ts';

export const BUILT_AT = '2026-01-01T00:00:00.000Z';

interface TileSetInMemory {
  readonly add: (name: string, object: Uint8Array) => void;
  /** By key in the bucket. */
  readonly objects: Map<string, Uint8Array>;
  readonly name: TileSetName;
}

export function tileSetInMemory(tileSet: TileSet, name = UNNAMED): TileSetInMemory {
  const prefix = tileSetPrefix(tileSet, name);
  const objects = new Map<string, Uint8Array>();
  const add = (objectName: string, object: Uint8Array): void => {
    nameObject(object, name);
    objects.set(prefix + objectName, object);
  };
  return { add, objects, name };
}

export const storedTileSets = (sets: Partial<Record<TileSet, TileSetName | null>>): StoredTileSets =>
  Object.fromEntries(TILE_SETS.map((tileSet) => [tileSet, sets[tileSet] ?? null])) as Record<
    TileSet,
    TileSetName | null
  >;

export const NOTHING_KEPT = {
  kept: [],
  history_sha256: null,
  removal: { began_ms: 0, ended: true },
} satisfies Partial<Current>;

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
    manifest_sha256: await sha256Hex(objects.get(manifestKey(version))!),
    built_at: BUILT_AT,
    since: BUILT_AT,
    sets: setsOf(manifest),
    boxes: boxesOf(coverage),
  };
}

export async function currentInMemory(
  live: readonly { readonly manifest: Manifest; readonly objects: ReadonlyMap<string, Uint8Array> }[],
): Promise<Uint8Array> {
  const regions = await Promise.all(live.map(regionInMemory));
  regions.sort((a, b) => (a.region < b.region ? -1 : 1));
  return writeCurrent({ regions, ...NOTHING_KEPT, writes: [] });
}
