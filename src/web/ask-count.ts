/** Calls the counting API by `fetch`; returns its answer, or a refusal with status 0 if unreachable. */
import { pathOf } from '../endpoints.ts';
import { type Call, withDetails } from './calls-of.ts';
import { authorizationOf, type Credentials } from './credentials.ts';
import type { Answer, Outcome } from './outcome.ts';

export async function askCount(
  { endpoint, parameters }: Call,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  const url = `${pathOf(endpoint)}?${new URLSearchParams(withDetails(parameters))}`;
  let response: Response;
  let body: Record<string, unknown>;
  try {
    // The browser's own credentials would open a dialog.
    const headers = { Authorization: authorizationOf(credentials) };
    response = await fetch(url, { headers, credentials: 'omit', signal });
    body = (await response.json()) as Record<string, unknown>;
  } catch (cause) {
    if (signal.aborted) throw cause;
    return { kind: 'refusal', refusal: { status: 0, error: '', retryAfter_s: null } };
  }
  if (body.success !== true) {
    const retryAfter = response.headers.get('Retry-After');
    const retryAfter_s = retryAfter === null ? null : Number(retryAfter);
    return { kind: 'refusal', refusal: { status: response.status, error: String(body.error), retryAfter_s } };
  }
  return {
    kind: 'answer',
    answer: {
      people: body[endpoint] as number,
      isochrone: (body.isochrone as Answer['isochrone'] | undefined) ?? null,
      gridZone: (body.workingcountzone as Answer['gridZone'] | undefined) ?? null,
      details: body.details as Answer['details'],
    },
  };
}
