import { DamagedTile } from '../format/envelope.ts';
import { StorageUnavailable, type TileSource } from './tile-source.ts';

interface Evicting {
  evictUsed(): void;
}

/**
 * Runs `read`, and again without caches if an object is damaged or missing, as a cached copy may be stale.
 * @param read calls `track` with each dataset, so that what it cached is evicted
 */
export async function rereadDamaged<T>(
  source: TileSource,
  read: (source: TileSource, track: (dataset: Evicting) => void) => Promise<T>,
): Promise<T> {
  const readFrom = async (from: TileSource): Promise<T> => {
    const opened: Evicting[] = [];
    try {
      return await read(from, (dataset) => opened.push(dataset));
    } catch (cause) {
      if (cause instanceof DamagedTile) for (const dataset of opened) dataset.evictUsed();
      throw cause;
    }
  };
  try {
    return await readFrom(source);
  } catch (cause) {
    const isDamage =
      cause instanceof DamagedTile || (cause instanceof StorageUnavailable && cause.fault === 'damaged');
    if (!isDamage || !source.withoutCache) throw cause;
    return readFrom(source.withoutCache);
  }
}
