import type { MiddlewareHandler } from 'hono';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import type { CallerKeys } from './caller-keys.ts';
import { credentialsOf } from './request-credentials.ts';

/** Middleware: authenticates a request by key and secret, or answers 401. */
export function requireCaller(keys: CallerKeys): MiddlewareHandler<ServiceEnv> {
  return async function requireCaller(c, next) {
    const credentials = credentialsOf(c.req.raw);
    const { storage } = c.var;
    if (credentials) storage.live().catch(() => {});
    const caller =
      credentials &&
      (await c.var.report.phase('auth', () => keys.find(storage.keys, credentials.key, credentials.secret)));
    if (!caller) return fail(c, { kind: 'unauthorized' });
    c.set('caller', caller);
    c.var.report.callerName = caller.name;
    return next();
  };
}
