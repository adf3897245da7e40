/** Middleware: states a key's quota in RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers), and what the call took of it. */
import type { MiddlewareHandler } from 'hono';
import { COUNTED_CALLS } from '../admission/load-of-area.ts';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';

const RATE_POLICY = `"apikey";q=${CALLS_PER_KEY};w=${RATE_PERIOD_S}`;

export function stateRatePolicy(): MiddlewareHandler<ServiceEnv> {
  return async function stateRatePolicy(c, next) {
    await next();
    const { calls } = c.var;
    c.res.headers.set(
      'RateLimit-Policy',
      calls === undefined ? RATE_POLICY : `${RATE_POLICY};${COUNTED_CALLS}=${calls}`,
    );
  };
}
