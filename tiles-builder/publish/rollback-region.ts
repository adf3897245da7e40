/** Makes an earlier version of a region live again. */
import { currentRegionOf } from '../../src/format/current.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { manifestKey, overviewKey } from '../../src/format/object-keys.ts';
import { LAYERS } from '../../src/format/tile-sets.ts';
import { BadInput } from '../bad-input.ts';
import { manifestOf } from '../dataset-folder.ts';
import type { Bucket } from './bucket.ts';
import { goLive, type WentLive } from './live-regions.ts';

export interface RollbackSummary extends WentLive {
  readonly region: string;
  readonly version: string;
}

/** @throws BadInput where the bucket does not hold that version of the region any more */
export async function rollbackRegion(
  region: string,
  version: string,
  bucket: Bucket,
): Promise<RollbackSummary> {
  const key = manifestKey(version);
  const stored = await bucket.get(key);
  if (!stored)
    throw new BadInput(key, null, 'is not in the bucket: the version was never published, or pruned');
  const manifest = manifestOf(stored.bytes, key);
  if (manifest.region !== region) {
    throw new BadInput(key, null, `is a version of the region ${manifest.region}, not of ${region}`);
  }
  for (const overview of overviewKeys(manifest)) {
    if ((await bucket.head(overview)) === null)
      throw new BadInput(overview, null, 'is not in the bucket any more');
  }
  return { region, version, ...(await goLive(currentRegionOf(stored.bytes), bucket)) };
}

const overviewKeys = (manifest: Manifest): string[] =>
  LAYERS.flatMap((layer) =>
    (manifest[layer]?.overviews ?? []).map((cell) => overviewKey(manifest.version, layer, cell)),
  );
