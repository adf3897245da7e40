import { env } from 'cloudflare:workers';

/** The bucket of tiles, with the keys that are read of it. */
export function watchedBucket(): { TILES: object; read: string[] } {
  const read: string[] = [];
  const get = (key: string, options?: R2GetOptions): Promise<R2ObjectBody | null> => {
    read.push(key);
    return env.TILES.get(key, options);
  };
  const TILES = { get };
  return { TILES, read };
}
