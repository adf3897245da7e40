/** Asks the service with the visitor's key by `fetch`: for a count, or for a tile. */
import { pathOf } from '../endpoints.ts';
import { type Call, withDetails } from './calls-of.ts';
import { authorizationOf, type Credentials } from './credentials.ts';
import type { Answer, Outcome, Refusal } from './outcome.ts';

export async function askCount(
  { endpoint, parameters }: Call,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome> {
  const url = `${pathOf(endpoint)}?${new URLSearchParams(withDetails(parameters))}`;
  const body = await ask(url, credentials, signal, (response) => response.json() as Promise<object>);
  if ('status' in body) return { kind: 'refusal', refusal: body };
  const fields = body as Record<string, unknown>;
  return {
    kind: 'answer',
    answer: {
      people: fields[endpoint] as number,
      isochrone: (fields.isochrone as Answer['isochrone'] | undefined) ?? null,
      gridZone: (fields.workingcountzone as Answer['gridZone'] | undefined) ?? null,
      details: fields.details as Answer['details'],
    },
  };
}

/**
 * @returns the body, or a refusal, with status 0 if the service is not reached
 * @throws if aborted
 */
export async function ask<Body extends object>(
  url: string,
  credentials: Credentials,
  signal: AbortSignal,
  read: (response: Response) => Promise<Body>,
): Promise<Body | Refusal> {
  try {
    // The browser's own credentials would open a dialog.
    const headers = { Authorization: authorizationOf(credentials) };
    const response = await fetch(url, { headers, credentials: 'omit', signal });
    if (response.ok) return await read(response);
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    const retryAfter_s = Number.isFinite(seconds) ? seconds : null;
    return { status: response.status, error: await errorIn(response), retryAfter_s };
  } catch (cause) {
    if (signal.aborted) throw cause;
    return { status: 0, error: '', retryAfter_s: null };
  }
}

/** Empty if another server answered. */
async function errorIn(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    return String(error);
  } catch {
    return '';
  }
}
