import type { MiddlewareHandler } from 'hono';
import { auth } from 'hono/utils/basic-auth';
import type { Timeouts } from '../limits.ts';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import { R2TileSource } from '../storage/r2-tile-source.ts';
import type { CallerKeys } from './caller-keys.ts';

interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** Lets a request pass whose credentials are valid, and notes the caller. */
export function requireCaller(keys: CallerKeys, timeouts: Timeouts): MiddlewareHandler<ServiceEnv> {
  return async function requireCaller(c, next) {
    const credentials = credentialsOf(c.req.raw);
    const source = new R2TileSource(c.env.KEYS, timeouts);
    const caller =
      credentials &&
      (await c.var.report.phase('auth', () => keys.find(source, credentials.key, credentials.secret)));
    if (!caller) return fail(c, { kind: 'unauthorized' });
    c.set('caller', caller);
    c.var.report.callerName = caller.name;
    return next();
  };
}

/** The credentials of a request. An Authorization header, where present, alone decides. */
function credentialsOf(request: Request): Credentials | null {
  if (request.headers.has('Authorization')) {
    const basic = auth(request);
    return basic ? { key: basic.username, secret: basic.password } : null;
  }
  const parameters = new URL(request.url).searchParams;
  const key = parameters.get('apikey');
  const secret = parameters.get('apisecret');
  return key !== null && secret !== null ? { key, secret } : null;
}
