/** Registers an upload in `current` before its first object is written; reuses tile sets of equal names. */
import type { StoredDataset, StoredTileSets } from '../../src/format/live-regions.ts';
import type { StoredTileSet, UploadId } from '../../src/format/object-keys.ts';
import { TILE_SETS, type TileSet } from '../../src/format/tile-sets.ts';
import type { Bucket } from './bucket.ts';
import { type BucketState, changeState } from './current-document.ts';
import type { DatasetToSend } from './folder-to-publish.ts';
import type { KeptDataset } from './kept-datasets.ts';

export interface Placement {
  readonly dataset: StoredDataset;
  readonly state: 'live' | KeptDataset['state'];
}

const isOf =
  ({ manifest, manifest_sha256 }: DatasetToSend) =>
  (stored: StoredDataset): boolean =>
    stored.version === manifest.version && stored.manifest_sha256 === manifest_sha256;

export function findPlacement({ regions, kept }: BucketState, sent: DatasetToSend): Placement | null {
  const live = regions.find(isOf(sent));
  if (live) return { dataset: live, state: 'live' };
  const found = kept.filter(isOf(sent));
  const dataset = found.find(({ state }) => state === 'whole') ?? found[0];
  return dataset ? { dataset, state: dataset.state } : null;
}

/** From live and retained datasets; other tile sets get new keys. */
export function placeNew(
  { regions, kept }: BucketState,
  sent: DatasetToSend,
  upload: UploadId,
): StoredDataset {
  const stored = [...regions, ...kept.filter(({ state }) => state === 'whole')];
  const sets: Record<TileSet, StoredTileSet | null> = { ...NO_SETS };
  for (const { tileSet, name } of sent.tileSets) {
    const there = stored.map((dataset) => dataset.sets[tileSet]).find((set) => set?.name === name);
    sets[tileSet] = there ?? { name, upload };
  }
  const { region, version } = sent.manifest;
  const { manifest_sha256, built_at } = sent;
  return { region, version, upload, manifest_sha256, built_at, sets };
}

const NO_SETS = Object.fromEntries(TILE_SETS.map((tileSet) => [tileSet, null])) as unknown as StoredTileSets;

/** Registers an upload, or restarts an unfinished one of the same dataset; live and retained datasets stay. */
export async function registerUpload(
  bucket: Bucket,
  sent: DatasetToSend,
  upload: UploadId,
  since: string,
): Promise<Placement | null> {
  const current = await changeState(bucket, (current) => {
    const placed = findPlacement(current, sent);
    if (placed && placed.state !== 'uploading') return current;
    const dataset = placed?.dataset ?? placeNew(current, sent, upload);
    const others = current.kept.filter((kept) => kept !== placed?.dataset);
    return { ...current, kept: [...others, { ...dataset, state: 'uploading', since }] };
  });
  // `null` after a concurrent removal.
  return findPlacement(current, sent);
}
