import type { MiddlewareHandler } from 'hono';
import { auth } from 'hono/utils/basic-auth';
import { fail } from '../response/fail.ts';
import type { ServiceEnv } from '../service-env.ts';
import type { CallerKeys } from './caller-keys.ts';

interface Credentials {
  readonly key: string;
  readonly secret: string;
}

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
