import type { Handler } from 'hono';
import { etagOf } from '../cache/result-key.ts';
import { matchesEtag } from '../response/matches-etag.ts';
import type { ServiceEnv } from '../service-env.ts';

/** Serves the OpenAPI document, without a key. */
export function serveOpenApi(): Handler<ServiceEnv> {
  let text: string | undefined;
  let etag: string | undefined;
  return async function serveOpenApi(c) {
    text ??= JSON.stringify((await import('./openapi-document.ts')).openApiDocument());
    etag ??= await etagOf(text);
    return matchesEtag(c.req.header('If-None-Match'), etag)
      ? c.body(null, 304, { ETag: etag })
      : c.body(text, 200, { 'Content-Type': 'application/json', ETag: etag });
  };
}
