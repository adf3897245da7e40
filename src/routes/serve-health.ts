import type { Context, Handler } from 'hono';
import { HEALTH_TTL_MS, type Timeouts } from '../limits.ts';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { checkReadiness, type Readiness } from './check-readiness.ts';

/** Serves the versions of code and datasets, and whether calls can be answered, without a key; one check serves HEALTH_TTL_MS. */
export function serveHealth(
  timeouts: Timeouts,
  readKeys: (c: Context<ServiceEnv>) => Promise<unknown>,
): Handler<ServiceEnv> {
  let kept: { readonly readiness: Readiness; readonly checkedAt_ms: number } | null = null;
  let startedAt_ms = Number.NEGATIVE_INFINITY;
  return async function serveHealth(c) {
    const now_ms = Date.now();
    const isFresh = kept !== null && now_ms - kept.checkedAt_ms < HEALTH_TTL_MS;
    // Later, the check ended with its request.
    const isBeingChecked = now_ms - startedAt_ms < timeouts.reads_ms;
    if (!isFresh && !isBeingChecked) {
      startedAt_ms = now_ms;
      try {
        const source = new ObjectStore(c.env.TILES, timeouts);
        const readiness = await checkReadiness(source, () => readKeys(c), now_ms);
        kept = { readiness, checkedAt_ms: now_ms };
      } finally {
        startedAt_ms = Number.NEGATIVE_INFINITY;
      }
    }
    const { datasets, missing } = kept?.readiness ?? { datasets: [], missing: ['the first check goes on'] };
    if (missing.length > 0) return fail(c, { kind: 'not-ready', missing });
    const { id: version } = c.env.CODE_VERSION;
    return c.json({ success: true, error: '', version, datasets, storage: 'reachable' });
  };
}
