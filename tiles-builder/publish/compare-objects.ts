/**
 * Finds objects that a bucket lacks or holds damaged, by listed size and MD5, or by reading every byte where lists prove
 * nothing.
 */
import type { ListedObject as TileSetObject } from '../../src/format/object-list.ts';
import { isAsListed } from '../dataset/checksums.ts';
import { inParallel } from '../threads/in-parallel.ts';
import type { Bucket, ListedObject } from './bucket.ts';

const READS_AT_ONCE = 6;

export interface FaultyObject<O extends TileSetObject = TileSetObject> {
  readonly object: O;
  readonly key: string;
  readonly fault: 'missing' | 'damaged';
}

export async function findFaulty<O extends TileSetObject>(
  prefix: string,
  objects: readonly O[],
  stored: readonly ListedObject[],
  bucket: Bucket,
  onCompared: () => void = () => {},
): Promise<FaultyObject<O>[]> {
  const listed = new Map(stored.map((object) => [object.key, object]));
  const faultOf = async (key: string, object: O): Promise<FaultyObject['fault'] | null> => {
    const there = listed.get(key);
    if (!there) return 'missing';
    if (bucket.trustsLists) {
      return there.etag === object.md5 && there.size_bytes === object.bytes ? null : 'damaged';
    }
    const read = await bucket.get(key);
    if (!read) return 'missing';
    return isAsListed(read.bytes, object) ? null : 'damaged';
  };
  const faults = new Map<O, FaultyObject<O>>();
  await inParallel(objects, READS_AT_ONCE, async (object) => {
    const key = prefix + object.name;
    const fault = await faultOf(key, object);
    if (fault) faults.set(object, { object, key, fault });
    onCompared();
  });
  return objects.flatMap((object) => faults.get(object) ?? []);
}
