import type { Context } from 'hono';
import { ALLOWED_METHODS } from '../failures.ts';
import { PREFLIGHT_TTL_S } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';

/** Answers OPTIONS, including CORS preflights. */
export function answerOptions(c: Context<ServiceEnv>): Response {
  return c.body(null, 204, {
    Allow: ALLOWED_METHODS,
    'Access-Control-Allow-Methods': ALLOWED_METHODS,
    'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
    'Access-Control-Max-Age': String(PREFLIGHT_TTL_S),
  });
}
