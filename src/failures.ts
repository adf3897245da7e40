/** Every failure that is expected, and its one way into HTTP. Defects and damaged tiles are thrown instead. */

export type Failure =
  | { readonly kind: 'query-too-long' }
  | { readonly kind: 'unknown-path' }
  | { readonly kind: 'method-not-allowed' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate-limited' }
  /** A parameter is missing, malformed or out of range. `message` names it and says what would be right. */
  | { readonly kind: 'bad-request'; readonly message: string }
  /** Understood, but cannot be served: not covered, no such data, over a limit. */
  | { readonly kind: 'cannot-serve'; readonly message: string }
  | { readonly kind: 'storage-unavailable' };

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
