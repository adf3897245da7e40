/** Which datasets are live, and their manifests. */
import * as v from 'valibot';
import { DamagedTile } from '../format/envelope.ts';
import {
  type Coverage,
  type CurrentRegion,
  currentSchema,
  type Manifest,
  manifestSchema,
} from '../format/manifest.ts';
import { CURRENT_KEY, manifestKey } from '../format/object-keys.ts';
import { type BoundingBox, boundingBoxOf, type Zone } from '../geo/positions.ts';
import { CURRENT_KEPT_MS, CURRENT_USABLE_MS } from '../limits.ts';
import { KeptValue } from './kept-value.ts';
import type { LoadedObjects } from './loaded-objects.ts';
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
    this.#kept = new KeptValue(CURRENT_KEPT_MS, CURRENT_USABLE_MS, now);
  }

  /** @throws StorageUnavailable, also where there is no `current`; DamagedTile where it is no such document */
  regions(source: TileSource): Promise<readonly LiveRegion[]> {
    return this.#kept.get(async () => {
      const bytes = await source.read(CURRENT_KEY);
      if (!bytes) throw new StorageUnavailable('No dataset has been published: `current` is missing');
      return parseDocument(CURRENT_KEY, currentSchema, bytes).regions.map((region) => ({
        ...region,
        boxes: {
          roads: boxOf(region.coverage.roads),
          living: boxOf(region.coverage.living),
          working: boxOf(region.coverage.working),
        },
      }));
    });
  }
}

/**
 * The manifest of one version, from memory where it is kept.
 * @throws StorageUnavailable; DamagedTile where it is missing or not that version's
 */
export async function readManifest(
  version: string,
  source: TileSource,
  loaded: LoadedObjects,
): Promise<Manifest> {
  const key = manifestKey(version);
  const kept = loaded.get<Manifest>(key);
  if (kept) return kept;
  const bytes = await source.read(key);
  if (!bytes) throw new DamagedTile(`${key} is live but missing`);
  const manifest = parseDocument(key, manifestSchema, bytes);
  if (manifest.version !== version) throw new DamagedTile(`${key} is of version ${manifest.version}`);
  loaded.keep(key, manifest, bytes.byteLength);
  return manifest;
}

function parseDocument<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  bytes: ArrayBuffer,
): v.InferOutput<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new DamagedTile(`${key} is not JSON`);
  }
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new DamagedTile(`${key}, ${v.getDotPath(issue) ?? 'top level'}: not what a dataset holds`);
}

const boxOf = (zone: Zone | null): BoundingBox | null => zone && boundingBoxOf(zone.flat());
