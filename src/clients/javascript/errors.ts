/** Defines errors of calls by what their caller can do about them. */

/**
 * `status` of HTTP is 0 where no answer came. The message is the service's sentence; `reason` says the same to programs, as
 * `not-covered`, and is empty where no answer came.
 */
export class CountFailed extends Error {
  override readonly name: string = 'CountFailed';
  readonly status: number;
  readonly reason: string;

  constructor(message: string, status = 0, reason = '', options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.reason = reason;
  }
}

/** 400, 404, 405, 414, or refused by this client: the question must change. */
export class InvalidQuestion extends CountFailed {
  override readonly name = 'InvalidQuestion';
}

/** 422: not covered by data, or over a limit. It is never a count of 0. */
export class NotServed extends CountFailed {
  override readonly name = 'NotServed';
}

/** 401: unknown key or wrong secret. */
export class NotAuthorized extends CountFailed {
  override readonly name = 'NotAuthorized';
}

/** 429 or 503 after all tries, or nothing answers at the address: later calls may succeed. */
export class Unavailable extends CountFailed {
  override readonly name = 'Unavailable';
}

/** Data was published while parts of one count were asked, three times in a row: ask again. */
export class MixedVersions extends Unavailable {}

/** 500 and what no client of this version knows: report the request id of the message. */
export class ServiceDefect extends CountFailed {
  override readonly name = 'ServiceDefect';
}

/** Tells whether all other questions of a batch would fail for the same reason. */
export const endsBatch = (error: unknown): boolean =>
  error instanceof NotAuthorized || error instanceof Unavailable || !(error instanceof CountFailed);

export function failureOf(status: number, message: string, reason = ''): CountFailed {
  if (status === 401) return new NotAuthorized(message, status, reason);
  if (status === 422) return new NotServed(message, status, reason);
  if (status === 429 || status === 503) return new Unavailable(message, status, reason);
  if (status >= 400 && status < 500) return new InvalidQuestion(message, status, reason);
  return new ServiceDefect(message, status, reason);
}
