/** Makes an earlier version of a region live again. */
import { manifestKey } from '../../src/format/object-keys.ts';
import { BadInput } from '../bad-input.ts';
import { manifestOf } from '../dataset/dataset-folder.ts';
import type { Bucket } from './bucket.ts';
import { goLive, readCurrentOf, type WentLive } from './live-regions.ts';

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
  const { kept } = await readCurrentOf(bucket);
  const earlier = kept.find((dataset) => dataset.version === version && dataset.state === 'whole');
  if (!earlier || earlier.region !== region) {
    throw new BadInput(version, null, `is no version of ${region} in the bucket: never published, or pruned`);
  }
  const key = manifestKey(version, earlier.upload);
  const manifest = await bucket.get(key);
  if (!manifest) throw new BadInput(key, null, 'is not in the bucket any more');
  const { state: _, since: __, ...stored } = earlier;
  const { coverage } = manifestOf(manifest.bytes, key);
  const live_since = new Date().toISOString();
  return { region, version, ...(await goLive({ ...stored, live_since, coverage }, bucket)) };
}
