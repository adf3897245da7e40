import type { MiddlewareHandler } from 'hono';
import type { Timeouts } from '../limits.ts';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import { type CallerKeys, keysSource } from './caller-keys.ts';
import { credentialsOf } from './credentials.ts';

/** Lets a request pass whose credentials are valid, and notes the caller. */
export function requireCaller(keys: CallerKeys, timeouts: Timeouts): MiddlewareHandler<ServiceEnv> {
  return async function requireCaller(c, next) {
    const credentials = credentialsOf(c.req.raw);
    const source = keysSource(c.env.KEYS, timeouts);
    const caller =
      credentials &&
      (await c.var.report.phase('auth', () => keys.find(source, credentials.key, credentials.secret)));
    if (!caller) return fail(c, { kind: 'unauthorized' });
    c.set('caller', caller);
    c.var.report.callerName = caller.name;
    return next();
  };
}
