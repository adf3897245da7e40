/** Asks the service. */
import type { Endpoint } from '../request/parse-count-query.ts';
import { pathOf } from '../request/parse-count-query.ts';
import type { Details } from '../response/details.ts';
import type { ZoneFeature } from '../response/feature-text.ts';
import { authorizationOf, type Credentials } from './credentials.ts';
import type { Refusal } from './explain-failure.ts';

export interface Answer {
  readonly endpoint: Endpoint;
  readonly people: number;
  readonly isochrone: ZoneFeature | null;
  /** The zone in which presence was measured. */
  readonly gridZone: ZoneFeature | null;
  readonly details: Details;
}

export type Outcome =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly refusal: Refusal };

/** The parameters of every call of this page: with the details that it shows. */
export const withDetails = (parameters: Readonly<Record<string, string>>): Record<string, string> => ({
  ...parameters,
  details: 'true',
});

/** @throws AbortError where `signal` is aborted */
export async function askCount(
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  const url = `${pathOf(endpoint)}?${new URLSearchParams(withDetails(parameters))}`;
  let response: Response;
  let body: Record<string, unknown>;
  try {
    // Without the browser's own credentials, so that it never opens its own window for a password.
    const headers = { Authorization: authorizationOf(credentials) };
    response = await fetch(url, { headers, credentials: 'omit', signal });
    body = (await response.json()) as Record<string, unknown>;
  } catch (cause) {
    if (signal.aborted) throw cause;
    return { ok: false, refusal: { status: 0, error: '', retryAfter_s: null } };
  }
  if (body.success !== true) {
    const retryAfter = response.headers.get('Retry-After');
    const retryAfter_s = retryAfter === null ? null : Number(retryAfter);
    return { ok: false, refusal: { status: response.status, error: String(body.error), retryAfter_s } };
  }
  return {
    ok: true,
    answer: {
      endpoint,
      people: body[endpoint] as number,
      isochrone: (body.isochrone as ZoneFeature | undefined) ?? null,
      gridZone: (body.workingcountzone as ZoneFeature | undefined) ?? null,
      details: body.details as Details,
    },
  };
}
