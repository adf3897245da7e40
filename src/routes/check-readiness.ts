/** Checks that calls can be answered: reads keys, `current` and, of live regions in rotation, the manifest and tiles of people. */
import { DamagedTile } from '../format/envelope.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import { LAYERS, type Layer } from '../format/tile-sets.ts';
import { COUNT_TILE_RESOLUTION, cellFromKey, OVERVIEW_RESOLUTION } from '../geo/cells.ts';
import { HEALTH_REGIONS, HEALTH_TTL_MS, MAX_BYTES_PER_REQUEST } from '../limits.ts';
import type { HealthyRegion } from '../response/answer-schemas.ts';
import { readLiveRegions, readManifest } from '../storage/cached-current.ts';
import { DatasetReader } from '../storage/dataset-reader.ts';
import { LoadedObjects } from '../storage/loaded-objects.ts';
import { StorageUnavailable, type TileSource } from '../storage/tile-source.ts';

export interface Readiness {
  readonly datasets: readonly HealthyRegion[];
  /** Names no places; empty if ready. */
  readonly missing: readonly string[];
}

const MS_PER_DAY = 86_400_000;

export async function checkReadiness(
  source: TileSource,
  readKeys: () => Promise<unknown>,
  now_ms: number,
): Promise<Readiness> {
  const missing: string[] = [];
  const attempt = async (what: string, check: () => Promise<unknown>): Promise<void> => {
    try {
      await check();
    } catch (cause) {
      missing.push(`${what}${faultIn(cause)}`);
    }
  };
  const datasets: HealthyRegion[] = [];
  const checkDatasets = async (): Promise<void> => {
    const live = (await readLiveRegions(source)).all;
    if (live.length === 0) missing.push('no dataset is live');
    for (const { region, version, built_at } of live) {
      const age_days = Math.floor((now_ms - Date.parse(built_at)) / MS_PER_DAY);
      datasets.push({ region, version, built_at, age_days });
    }
    for (const region of inTurn(live, now_ms)) {
      await attempt(`region ${region.region}: `, () => checkRegion(region, source));
    }
  };
  await Promise.all([attempt('', readKeys), attempt('', checkDatasets)]);
  return { datasets, missing };
}

function inTurn(live: readonly LiveRegion[], now_ms: number): LiveRegion[] {
  const first = Math.floor(now_ms / HEALTH_TTL_MS) * HEALTH_REGIONS;
  const checked = Math.min(live.length, HEALTH_REGIONS);
  return Array.from({ length: checked }, (_, number) => live[(first + number) % live.length]);
}

async function checkRegion(region: LiveRegion, source: TileSource): Promise<void> {
  const nothing = new LoadedObjects(MAX_BYTES_PER_REQUEST);
  const dataset = new DatasetReader(await readManifest(region, source, nothing), source, nothing);
  await Promise.all(LAYERS.map((layer) => readFirstTile(layer, dataset)));
}

async function readFirstTile(layer: Layer, dataset: DatasetReader): Promise<void> {
  const [cell] = dataset.manifest[layer]?.overviews ?? [];
  if (!cell) return;
  const overviews = await dataset.readOverviews(layer, [cell]);
  const [key] = overviews.get(cell)!.keys;
  const tile = cellFromKey(cell, OVERVIEW_RESOLUTION, key, COUNT_TILE_RESOLUTION);
  await dataset.readCountTiles(layer, [tile], overviews);
}

/** @throws unless storage failed */
function faultIn(cause: unknown): string {
  if (cause instanceof DamagedTile) return `${cause.part} missing or damaged`;
  if (cause instanceof StorageUnavailable) return `${cause.part} ${cause.fault}`;
  throw cause;
}
