import type { MiddlewareHandler } from 'hono';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import type { CallerKeys } from './caller-keys.ts';
import { credentialsOf } from './credentials.ts';

/** Lets a request pass whose credentials are valid, and notes the caller. */
export function requireCaller(keys: CallerKeys): MiddlewareHandler<ServiceEnv> {
  return async function requireCaller(c, next) {
    const credentials = credentialsOf(c.req.raw);
    const entry =
      credentials &&
      (await c.var.report.phase('auth', () => keys.find(c.env.KEYS, credentials.key, credentials.secret)));
    if (!entry) return fail(c, { kind: 'unauthorized' });
    c.set('caller', { key: entry.key, name: entry.name });
    c.var.report.callerName = entry.name;
    return next();
  };
}
