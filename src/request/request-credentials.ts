import { auth } from 'hono/utils/basic-auth';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** Reads key and secret of a request from HTTP Basic, or else from the parameters `apikey` and `apisecret`. */
export function credentialsOf(request: Request): Credentials | null {
  if (request.headers.has('Authorization')) {
    const basic = auth(request);
    return basic ? { key: basic.username, secret: basic.password } : null;
  }
  const parameters = new URL(request.url).searchParams;
  const key = parameters.get('apikey');
  const secret = parameters.get('apisecret');
  return key !== null && secret !== null ? { key, secret } : null;
}
