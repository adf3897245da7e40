/** Asks the service about many sites, a few at once and within the key's rate limit; a site that is refused stops no other. */
import { type Endpoint, pathOf } from '../endpoints.ts';
import { httpOf } from '../failures.ts';
import { MAX_QUERY_BYTES } from '../limits.ts';
import type { Details } from '../response/details.ts';

export interface Service {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

export interface SiteQuestion {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

/** JSON body of an answer; `error` is the service's sentence, or `''`. */
export interface SiteAnswer extends Partial<Record<Endpoint, number>> {
  readonly success: boolean;
  readonly error: string;
  readonly details?: Details;
}

/** Thrown where the service answers no question at all, or none for now. */
export class ServiceFailed extends Error {}

const AT_ONCE = 4;
/** Tries of a question for which the service is too busy. */
const MAX_TRIES = 20;
/** Wait without `Retry-After`. */
const DEFAULT_WAIT_S = 60;

const sleep = (duration_ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, duration_ms));

/**
 * Asks all questions with `details=true`.
 * @param answered is called in the order of completion, with refusals (400, 414, 422, 500), too
 * @throws ServiceFailed for wrong credentials, a service that cannot be reached, and 429 or 503 after many tries
 */
export async function askSites<Question extends SiteQuestion>(
  service: Service,
  questions: readonly Question[],
  answered: (question: Question, answer: SiteAnswer) => void,
): Promise<void> {
  const open = [...questions];
  const askNext = async (): Promise<void> => {
    for (let question = open.shift(); question; question = open.shift()) {
      const { answer, pause_ms } = await ask(service, question);
      answered(question, answer);
      await sleep(pause_ms);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  } finally {
    open.length = 0;
  }
}

/** @returns the pause that keeps {@link AT_ONCE} askers below the rate of `RateLimit-Policy` */
async function ask(
  { url, key, secret }: Service,
  { endpoint, parameters }: SiteQuestion,
): Promise<{ answer: SiteAnswer; pause_ms: number }> {
  const query = String(new URLSearchParams({ ...parameters, details: 'true' }));
  if (query.length > MAX_QUERY_BYTES)
    return { answer: { success: false, error: httpOf({ kind: 'query-too-long' }).error }, pause_ms: 0 };
  const credentials = String.fromCharCode(...new TextEncoder().encode(`${key}:${secret}`));
  const headers = { Authorization: `Basic ${btoa(credentials)}` };
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${url}${pathOf(endpoint)}?${query}`, { headers }).catch((cause: Error) => {
      throw new ServiceFailed(`${url} cannot be reached (${cause.message})`, { cause });
    });
    const { status } = response;
    if ((status === 429 || status === 503) && tries < MAX_TRIES) {
      await response.body?.cancel();
      await sleep(1_000 * Number(response.headers.get('Retry-After') ?? DEFAULT_WAIT_S));
      continue;
    }
    const text = await response.text();
    const answer = answerOf(text) ?? { success: false, error: `${url} answers HTTP ${status}, and no JSON` };
    if (status === 401 || status === 429 || status > 500)
      throw new ServiceFailed(answer.error.replace(/\.$/, ''));
    const policy = /q=(\d+);w=(\d+)(?:;.*calls=(\d+))?/.exec(response.headers.get('RateLimit-Policy') ?? '');
    if (!policy) return { answer, pause_ms: 0 };
    const [, quota, window_s, calls] = policy.map(Number);
    return { answer, pause_ms: (1_000 * AT_ONCE * window_s * (calls || 1)) / quota };
  }
}

function answerOf(text: string): SiteAnswer | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
