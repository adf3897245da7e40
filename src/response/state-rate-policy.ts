import type { MiddlewareHandler } from 'hono';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';

/**
 * What a key may ask, at each of Cloudflare's locations. How much of it is left the platform does not say.
 * Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
const RATE_POLICY = `"apikey";q=${CALLS_PER_KEY};w=${RATE_PERIOD_S}`;

/** Says with every response, failures included, how much a key may ask. */
export function stateRatePolicy(): MiddlewareHandler<ServiceEnv> {
  return async function stateRatePolicy(c, next) {
    await next();
    c.res.headers.set('RateLimit-Policy', RATE_POLICY);
  };
}
