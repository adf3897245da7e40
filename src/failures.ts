/** Defines the expected failures and their HTTP responses; defects and damaged tiles are thrown instead. */
import { HEALTH_TTL_MS, MAX_QUERY_BYTES, RATE_PERIOD_S, STORAGE_RETRY_AFTER_S } from './limits.ts';

/** Reasons why a question that is understood gets no number. */
export type Unserved =
  | 'not-covered'
  | 'partly-covered'
  | 'no-such-data'
  | 'no-road'
  | 'roads-end'
  | 'over-limit';

export type Failure =
  | { readonly kind: 'query-too-long' }
  | { readonly kind: 'unknown-path' }
  | { readonly kind: 'method-not-allowed' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate-limited'; readonly counted: 'key' | 'address' }
  /** `message` names the parameter, and says what would be right. */
  | { readonly kind: 'bad-request'; readonly message: string }
  | { readonly kind: 'cannot-serve'; readonly reason: Unserved; readonly message: string }
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

export const cannotServe = (reason: Unserved, message: string): Result<never> => ({
  ok: false,
  failure: { kind: 'cannot-serve', reason, message },
});

/** Tells a program and the log why a call failed, where the status leaves it open. */
export const REASON_HEADER = 'Failure-Reason';
export const reasonOf = (failure: Failure): Exclude<Failure['kind'], 'cannot-serve'> | Unserved =>
  failure.kind === 'cannot-serve' ? failure.reason : failure.kind;

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

export interface HttpFailure {
  readonly status: 400 | 401 | 404 | 405 | 414 | 422 | 429 | 500 | 503;
  readonly error: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Answer = readonly [status: HttpFailure['status'], error: string, headers?: HttpFailure['headers']];

const later = (status: 429 | 503, why: string, seconds: number): Answer => [
  status,
  `${why}: try again in ${seconds} seconds.`,
  { 'Retry-After': String(seconds) },
];

const ANSWERS: {
  readonly [Kind in Failure['kind']]: (failure: Extract<Failure, { readonly kind: Kind }>) => Answer;
} = {
  'query-too-long': () => [
    414,
    `The query string is too long: at most ${MAX_QUERY_BYTES} bytes; give the zone fewer positions or decimals.`,
  ],
  'unknown-path': () => [
    404,
    'There is nothing at this path: ask /api/v1/livingcount or /api/v1/workingcount.',
  ],
  'method-not-allowed': () => [
    405,
    `This method is not allowed: use one of ${ALLOWED_METHODS}.`,
    { Allow: ALLOWED_METHODS },
  ],
  unauthorized: () => [
    401,
    'Valid credentials are needed: an API key and its secret, as HTTP Basic or as the parameters apikey and apisecret.',
    { 'WWW-Authenticate': 'Basic realm="population-count", charset="UTF-8"' },
  ],
  'rate-limited': ({ counted }) =>
    later(
      429,
      `Too many calls ${counted === 'key' ? 'with this apikey' : 'from this address'}`,
      RATE_PERIOD_S,
    ),
  'bad-request': ({ message }) => [400, message],
  'cannot-serve': ({ message }) => [422, message],
  'storage-unavailable': () => later(503, 'The data cannot be read at the moment', STORAGE_RETRY_AFTER_S),
  busy: () => later(503, 'Other wide calls are being computed', STORAGE_RETRY_AFTER_S),
  'not-ready': ({ missing }) => [
    503,
    `Calls cannot be answered, or not all: ${missing.join('; ')}.`,
    { 'Retry-After': String(HEALTH_TTL_MS / 1000) },
  ],
  defect: ({ requestId }) => [
    500,
    `The service failed on this request: tell its operators the request id ${requestId}.`,
  ],
};

export function httpOf(failure: Failure): HttpFailure {
  const answer = ANSWERS[failure.kind] as (failure: Failure) => Answer;
  const [status, error, headers] = answer(failure);
  return { status, error, headers: { [REASON_HEADER]: reasonOf(failure), ...headers } };
}
