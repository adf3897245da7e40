import type { MiddlewareHandler } from 'hono';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';

/** Lets a caller pass as often as the rate limit of wrangler.toml allows for a key. */
export function limitRate(): MiddlewareHandler<ServiceEnv> {
  return async function limitRate(c, next) {
    let success = true;
    try {
      ({ success } = await c.env.CALLS_PER_KEY.limit({ key: c.var.caller.key }));
    } catch (cause) {
      // The limit protects the service from overload, not the data: without it, callers are still known.
      c.var.report.note('rate limit', cause);
    }
    return success ? next() : fail(c, { kind: 'rate-limited' });
  };
}
