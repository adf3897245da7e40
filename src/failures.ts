/** Expected failures and their HTTP responses. Defects and damaged tiles are thrown. */
import { HEALTH_TTL_MS, MAX_QUERY_BYTES, RATE_PERIOD_S, STORAGE_RETRY_AFTER_S } from './limits.ts';

export type Failure =
  | { readonly kind: 'query-too-long' }
  | { readonly kind: 'unknown-path' }
  | { readonly kind: 'method-not-allowed' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate-limited'; readonly counted: 'key' | 'address' }
  /** `message` names the parameter, and says what would be right. */
  | { readonly kind: 'bad-request'; readonly message: string }
  | { readonly kind: 'cannot-serve'; readonly message: string }
  | { readonly kind: 'storage-unavailable' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'not-ready'; readonly missing: readonly string[] }
  | { readonly kind: 'defect'; readonly requestId: string };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const badRequest = (message: string): Result<never> => ({
  ok: false,
  failure: { kind: 'bad-request', message },
});

export const cannotServe = (message: string): Result<never> => ({
  ok: false,
  failure: { kind: 'cannot-serve', message },
});

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

export interface HttpFailure {
  readonly status: 400 | 401 | 404 | 405 | 414 | 422 | 429 | 500 | 503;
  readonly error: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function httpOf(failure: Failure): HttpFailure {
  switch (failure.kind) {
    case 'query-too-long':
      return {
        status: 414,
        error: `The query string is too long: at most ${MAX_QUERY_BYTES} bytes; give the zone fewer positions or decimals.`,
        headers: {},
      };
    case 'unknown-path':
      return {
        status: 404,
        error: 'There is nothing at this path: ask /api/v1/livingcount or /api/v1/workingcount.',
        headers: {},
      };
    case 'method-not-allowed':
      return {
        status: 405,
        error: `This method is not allowed: use one of ${ALLOWED_METHODS}.`,
        headers: { Allow: ALLOWED_METHODS },
      };
    case 'unauthorized':
      return {
        status: 401,
        error:
          'Valid credentials are needed: an API key and its secret, as HTTP Basic or as the parameters apikey and apisecret.',
        headers: { 'WWW-Authenticate': 'Basic realm="population-count", charset="UTF-8"' },
      };
    case 'rate-limited':
      return {
        status: 429,
        error: `Too many calls ${failure.counted === 'key' ? 'with this apikey' : 'from this address'}: try again in ${RATE_PERIOD_S} seconds.`,
        headers: { 'Retry-After': String(RATE_PERIOD_S) },
      };
    case 'bad-request':
      return { status: 400, error: failure.message, headers: {} };
    case 'cannot-serve':
      return { status: 422, error: failure.message, headers: {} };
    case 'storage-unavailable':
      return {
        status: 503,
        error: `The data cannot be read at the moment: try again in ${STORAGE_RETRY_AFTER_S} seconds.`,
        headers: { 'Retry-After': String(STORAGE_RETRY_AFTER_S) },
      };
    case 'busy':
      return {
        status: 503,
        error: `Other wide calls are being computed: try again in ${STORAGE_RETRY_AFTER_S} seconds.`,
        headers: { 'Retry-After': String(STORAGE_RETRY_AFTER_S) },
      };
    case 'not-ready':
      return {
        status: 503,
        error: `Calls cannot be answered, or not all: ${failure.missing.join('; ')}.`,
        headers: { 'Retry-After': String(HEALTH_TTL_MS / 1000) },
      };
    case 'defect':
      return {
        status: 500,
        error: `The service failed on this request: tell its operators the request id ${failure.requestId}.`,
        headers: {},
      };
  }
}
