import { env } from 'cloudflare:workers';

/** The bucket of tiles, with the keys that are read of it. */
export function watchedBucket(): { TILES: Pick<R2Bucket, 'list'>; read: string[] } {
  const read: string[] = [];
  const get = (key: string, options?: R2GetOptions): Promise<R2ObjectBody | null> => {
    read.push(key);
    return env.TILES.get(key, options);
  };
  const TILES = { get, list: (options: R2ListOptions) => env.TILES.list(options) };
  return { TILES, read };
}
