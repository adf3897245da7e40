/** Sends a success with ETag and Cache-Status, or 304 if the caller has it. */
import type { Context } from 'hono';
import type { CachedResult } from '../cache/result-cache.ts';
import type { ServiceEnv } from '../service-env.ts';
import type { CacheUse } from '../telemetry/request-report.ts';
import { matchesEtag } from './matches-etag.ts';

/** Values of Cache-Status follow RFC 9211. */
const CACHE_STATUS: Record<CacheUse, string> = {
  hit: 'PopulationCount; hit',
  'isochrone-hit': 'PopulationCount; fwd=uri-miss; detail=isochrone-hit',
  miss: 'PopulationCount; fwd=uri-miss',
};

export function sendResult(c: Context<ServiceEnv>, result: CachedResult, cache: CacheUse): Response {
  c.var.report.cache = cache;
  const headers: Record<string, string> = {
    ETag: result.etag,
    ...result.headers,
    'Cache-Status': CACHE_STATUS[cache],
    ...(cache === 'hit' && { Age: ageOf(result) }),
  };
  if (!matchesEtag(c.req.header('If-None-Match'), result.etag)) {
    return c.body(result.body, 200, { ...headers, 'Content-Type': 'application/json' });
  }
  return c.body(null, 304, headers);
}

const ageOf = ({ storedAt_ms }: CachedResult): string =>
  String(Math.max(0, Math.floor((Date.now() - storedAt_ms) / 1000)));
