import type { MiddlewareHandler } from 'hono';
import { partOf } from '../format/object-keys.ts';
import type { Timeouts } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';
import { Connections } from '../storage/connections.ts';
import type { CurrentDataset, LiveRegion } from '../storage/current-dataset.ts';
import { R2TileSource } from '../storage/r2-tile-source.ts';
import { ReadAhead } from '../storage/read-ahead.ts';
import type { TileSource } from '../storage/tile-source.ts';
import { keysSource } from './caller-keys.ts';

/** What one request reads from; all of it shares the connections of the request. */
export interface RequestStorage {
  readonly tiles: ReadAhead;
  readonly keys: TileSource;
  /** The live regions: the first call begins to read them, where they are not in memory. */
  readonly live: () => Promise<readonly LiveRegion[]>;
}

export function openStorage(current: CurrentDataset, timeouts: Timeouts): MiddlewareHandler<ServiceEnv> {
  return function openStorage(c, next) {
    const connections = new Connections();
    const tiles = new ReadAhead(new R2TileSource(c.env.TILES, timeouts, partOf, connections));
    let live: Promise<readonly LiveRegion[]> | null = null;
    const readLive = (): Promise<readonly LiveRegion[]> => {
      live = c.var.report.phase('current', () => current.regions(tiles));
      // A request that is refused meanwhile must not end a read that others wait for.
      c.executionCtx.waitUntil(live.catch(() => {}));
      return live;
    };
    c.set('storage', {
      tiles,
      keys: keysSource(c.env.KEYS, timeouts, connections),
      live: () => live ?? readLive(),
    });
    return next();
  };
}
