import type { MiddlewareHandler } from 'hono';
import { MAX_QUERY_BYTES } from '../limits.ts';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';

/** Middleware: rejects queries over MAX_QUERY_BYTES; a character of a URL is a byte. */
export function limitQuery(): MiddlewareHandler<ServiceEnv> {
  return async function limitQuery(c, next) {
    const url = c.req.url;
    const start = url.indexOf('?');
    const queryBytes = start < 0 ? 0 : url.length - start - 1;
    return queryBytes > MAX_QUERY_BYTES ? fail(c, { kind: 'query-too-long' }) : next();
  };
}
