import type { Context, MiddlewareHandler } from 'hono';
import { CacheAccess } from '../cache/cache-access.ts';
import type { CacheState } from '../cache/cache-state.ts';
import { ObjectCache } from '../cache/object-cache.ts';
import type { LiveRegions } from '../format/live-regions.ts';
import { CURRENT_KEY } from '../format/object-keys.ts';
import type { Timeouts } from '../limits.ts';
import { nextTurn } from '../next-turn.ts';
import type { IsolateMemory, ServiceEnv } from '../service-env.ts';
import { Connections } from '../storage/connections.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { keysStore } from './caller-keys.ts';

/**
 * Middleware: opens the buckets of tiles and keys behind the Workers cache, which stores what the request read after the
 * answer.
 */
export function openStorage(memory: IsolateMemory, timeouts: Timeouts): MiddlewareHandler<ServiceEnv> {
  return async function openStorage(c, next) {
    const connections = new Connections();
    // New code never reads what old code stored.
    const url = `${new URL(c.req.url).origin}/objects/${c.env.CODE_VERSION?.id}`;
    const access = accessCache(c, memory.cache, connections, timeouts);
    const tilesInCache = new ObjectCache({
      url: `${url}/tiles/`,
      isDocument: (key) => key === CURRENT_KEY,
      access,
    });
    const keysInCache = new ObjectCache({ url: `${url}/keys/`, isDocument: () => true, access });
    const tiles = new ObjectStore(c.env.TILES, timeouts, { connections, cache: tilesInCache });
    const keys = keysStore(c.env.KEYS, timeouts, { connections, cache: keysInCache });
    let live: Promise<LiveRegions> | null = null;
    const readLive = (): Promise<LiveRegions> => {
      live = memory.current.regions(tiles);
      return live;
    };
    c.set('storage', { tiles, keys, cache: access, live: () => live ?? readLive() });
    await next();
    // A rejected request must not end a shared read.
    const reading = (live as Promise<unknown> | null)?.catch(() => {});
    access.user.afterAnswer(async () => {
      await Promise.all([reading, keysInCache.store()]);
      await tilesInCache.store();
    });
  };
}

export const accessCache = (
  c: Context<ServiceEnv>,
  state: CacheState,
  connections: Connections,
  timeouts: Timeouts,
): CacheAccess =>
  new CacheAccess({
    state,
    connections,
    timeouts,
    // A ready answer is sent by the next turn.
    afterAnswer: (work) => c.executionCtx.waitUntil(nextTurn().then(work)),
    onFailure: (cause) => c.var.report.note('cache', cause),
  });
