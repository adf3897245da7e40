import type { MiddlewareHandler } from 'hono';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import { answerInTime } from '../storage/answer-in-time.ts';

/**
 * Lets a caller pass as often as the rate limit of wrangler.toml allows for a key.
 * @param timeout_ms how long the limit may take to answer
 */
export function limitRate(timeout_ms: number): MiddlewareHandler<ServiceEnv> {
  return async function limitRate(c, next) {
    let success = true;
    try {
      ({ success } = await answerInTime('rate limit', timeout_ms, () =>
        c.env.CALLS_PER_KEY.limit({ key: c.var.caller.key }),
      ));
    } catch (cause) {
      // The limit protects the service from overload, not the data: without it, callers are still known.
      c.var.report.note('rate limit', cause);
    }
    return success ? next() : fail(c, { kind: 'rate-limited' });
  };
}
