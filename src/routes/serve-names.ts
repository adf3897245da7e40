import type { Handler } from 'hono';
import { EdgeCache } from '../cache/edge-cache.ts';
import { type NamedPlace, prefixOf } from '../format/name-index.ts';
import { tileSetPrefix } from '../format/object-keys.ts';
import { NAMES_TTL_S, type Timeouts } from '../limits.ts';
import { accessCache } from '../request/open-storage.ts';
import { fail } from '../response/fail.ts';
import type { IsolateMemory, ServiceEnv } from '../service-env.ts';
import { Connections } from '../storage/connections.ts';
import { lookUpNames } from '../storage/look-up-names.ts';
import { ObjectStore } from '../storage/object-store.ts';

/** Searches places and streets by prefix, without a key or logs of queries. */
export function serveNames(memory: IsolateMemory, timeouts: Timeouts): Handler<ServiceEnv> {
  return async function serveNames(c) {
    const connections = new Connections();
    const source = new ObjectStore(c.env.TILES, timeouts, { connections });
    const version = c.req.param('version');
    const region = (await memory.current.regions(source)).withVersion(version!);
    if (!region) return fail(c, { kind: 'unknown-path' });
    const prefix = prefixOf(c.req.query('q') ?? '');
    const { basemap } = region.sets;
    const present = (body: ArrayBuffer | string): Response =>
      c.body(body, 200, {
        'Content-Type': 'application/json',
        'Cache-Control': `public, max-age=${NAMES_TTL_S}`,
      });
    if (!basemap || prefix === '') return present(JSON.stringify([] satisfies NamedPlace[]));

    const access = accessCache(c, memory.cache, connections, timeouts);
    const cache = new EdgeCache('basemap', access, NAMES_TTL_S);
    const cacheKey = [
      `${new URL(c.req.url).origin}/names/${c.env.CODE_VERSION.id}`,
      `${tileSetPrefix('basemap', basemap)}${encodeURIComponent(prefix)}`,
    ].join('/');
    const find = async (): Promise<string> =>
      JSON.stringify(await lookUpNames(basemap, prefix, source, memory.objects));
    return present(await cache.bodyOf(cacheKey, find));
  };
}
