/** Middleware: states a key's quota per Cloudflare location in RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers). */
import type { MiddlewareHandler } from 'hono';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';

const RATE_POLICY = `"apikey";q=${CALLS_PER_KEY};w=${RATE_PERIOD_S}`;

export function stateRatePolicy(): MiddlewareHandler<ServiceEnv> {
  return async function stateRatePolicy(c, next) {
    await next();
    c.res.headers.set('RateLimit-Policy', RATE_POLICY);
  };
}
