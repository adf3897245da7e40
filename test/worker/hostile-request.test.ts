import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { casesPerSeed, LONG_TIMEOUT, SEEDS, silenceLog, tell } from './full-counts.ts';
import { type HostileRequest, hostileRequest } from './hostile-request.ts';
import { basic, CALLER, Service, seed } from './service.ts';

const defects = silenceLog();
beforeAll(seed);

const ALLOWED = new Set([200, 204, 400, 404, 405, 414, 422]);
const HTML_PATHS = new Set(['/']);

async function faultOf(asked: HostileRequest, response: Response): Promise<string | null> {
  const { status } = response;
  const text = await response.text();
  if (!ALLOWED.has(status)) return `${status}`;
  if (status === 204 || asked.method === 'HEAD' || asked.method === 'OPTIONS') {
    return text === '' ? null : 'a body where there must be none';
  }
  if (HTML_PATHS.has(asked.url.split('?')[0])) return null;
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return 'a body that is not JSON';
  const body: unknown = JSON.parse(text);
  if (status === 200)
    return (body as { success: unknown }).success === true ? null : 'a success that says it is none';
  const { success, error, ...rest } = body as { success: unknown; error: unknown };
  if (success !== false || typeof error !== 'string' || error.length < 20 || Object.keys(rest).length > 0) {
    return `not the body of a failure: ${text}`;
  }
  if (/undefined|\bat \w+ \(|TypeError|RangeError|SyntaxError|valibot|\[object/.test(error))
    return `tells of the inside: ${error}`;
  const isAboutParameters = status === 400 || status === 422;
  return isAboutParameters && !asked.wrong.some((name) => error.includes(name))
    ? `does not name ${asked.wrong}: ${error}`
    : null;
}

test.for(SEEDS)(
  'hostile requests are refused in the words of the contract (seed %i)',
  LONG_TIMEOUT,
  async (seedOfRun) => {
    const random = new Random(seedOfRun);
    const service = new Service({ CALLS_PER_KEY: { limit: async () => ({ success: true }) } });
    const headers = { Authorization: basic(CALLER) };
    const cases = casesPerSeed(200_000);
    const statuses = new Map<number, number>();
    for (let i = 0; i < cases; i++) {
      const asked = hostileRequest(random);
      const response = await service.fetch(asked.url, { method: asked.method, headers });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const fault = await faultOf(asked, response);
      if (fault)
        throw new Error(
          `seed ${seedOfRun}, request ${i}: ${fault}\n${asked.method} ${asked.url.slice(0, 3_000)}\n${defects.at(-1)}`,
        );
    }
    expect(defects).toEqual([]);
    for (const status of [400, 404, 405, 414, 422])
      expect(statuses.get(status), String(status)).toBeGreaterThan(0);
    tell(
      `seed ${seedOfRun}: ${cases} requests, by status ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
    );
  },
);
