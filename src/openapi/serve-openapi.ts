import type { Handler } from 'hono';
import { etagOf } from '../cache/result-key.ts';
import type { ServiceEnv } from '../service-env.ts';
import { openApiDocument } from './openapi-document.ts';

/** Tells anybody how to call the service. */
export function serveOpenApi(): Handler<ServiceEnv> {
  let text: string | undefined;
  return async function serveOpenApi(c) {
    text ??= JSON.stringify(openApiDocument());
    return c.body(text, 200, { 'Content-Type': 'application/json', ETag: await etagOf(text) });
  };
}
