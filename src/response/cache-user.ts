import type { Context } from 'hono';
import type { CacheUser } from '../cache/edge-cache.ts';
import type { Timeouts } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';

/** The request as a user of the caches at the edge: their failures are noted in its report. */
export function cacheUserOf(c: Context<ServiceEnv>, timeouts: Timeouts): CacheUser {
  return {
    timeout_ms: timeouts.cache_ms,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
    onFailure: (cause) => c.var.report.note('cache', cause),
  };
}
