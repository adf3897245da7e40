import { DamagedTile } from '../format/envelope.ts';
import { StorageUnavailable, type TileSource } from './tile-source.ts';

/** A dataset that is read, which can forget what it has read of it. */
interface Forgetting {
  dropUsed(): void;
}

/**
 * Reads something, and once more past any cache where what was read is damaged or missing: an object may have been kept
 * as it is not.
 * @param read names the datasets that it opens: where a tile is damaged, what was read of them is kept no longer
 * @throws what `read` throws
 */
export async function pastDamage<T>(
  source: TileSource,
  read: (source: TileSource, opens: (dataset: Forgetting) => void) => Promise<T>,
): Promise<T> {
  const readFrom = async (from: TileSource): Promise<T> => {
    const opened: Forgetting[] = [];
    try {
      return await read(from, (dataset) => opened.push(dataset));
    } catch (cause) {
      if (cause instanceof DamagedTile) for (const dataset of opened) dataset.dropUsed();
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
