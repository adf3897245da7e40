import type { MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../service-env.ts';

const PRIVATE = 'private, no-cache';

const HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=15552000'],
  ['X-Content-Type-Options', 'nosniff'],
  // Credentials never travel in cookies.
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'Age, Allow, Cache-Status, ETag, Failure-Reason, Isochrone-Cut, RateLimit-Policy, Retry-After, Server-Timing, WWW-Authenticate, X-Request-Id',
  ],
  ['Timing-Allow-Origin', '*'],
];

/** Middleware: sets security, CORS and cache headers; keeps an existing `Cache-Control`. */
export function setCommonHeaders(): MiddlewareHandler<ServiceEnv> {
  return async function setCommonHeaders(c, next) {
    await next();
    if (c.req.method === 'OPTIONS' && c.res.body !== null) c.res = new Response(null, c.res);
    for (const [name, value] of HEADERS) c.res.headers.set(name, value);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', PRIVATE);
  };
}
