import type { MiddlewareHandler } from 'hono';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import type { CallerKeys } from './caller-keys.ts';
import { credentialsOf } from './credentials.ts';

/** Lets a request pass whose credentials are valid, and notes the caller. */
export function requireCaller(keys: CallerKeys): MiddlewareHandler<ServiceEnv> {
  return async function requireCaller(c, next) {
    const credentials = credentialsOf(c.req.raw);
    const { storage } = c.var;
    // What follows needs the live regions: they are read beside the keys.
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
