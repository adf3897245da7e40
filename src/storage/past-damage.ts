import { DamagedTile } from '../format/envelope.ts';
import { StorageUnavailable, type TileSource } from './tile-source.ts';

/**
 * Reads something, and once more past any cache where what was read is damaged or missing: an object may have been kept
 * as it is not.
 * @throws what `read` throws
 */
export async function pastDamage<T>(
  source: TileSource,
  read: (source: TileSource) => Promise<T>,
): Promise<T> {
  try {
    return await read(source);
  } catch (cause) {
    const isDamage =
      cause instanceof DamagedTile || (cause instanceof StorageUnavailable && cause.fault === 'damaged');
    if (!isDamage || !source.anew) throw cause;
    return read(source.anew);
  }
}
