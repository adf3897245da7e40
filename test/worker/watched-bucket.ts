import { env } from 'cloudflare:workers';

export function watchedBucket(): { TILES: object; read: string[] } {
  const read: string[] = [];
  const get = (key: string, options?: R2GetOptions): Promise<R2ObjectBody | null> => {
    read.push(key);
    return env.TILES.get(key, options);
  };
  return { TILES: { get }, read };
}
