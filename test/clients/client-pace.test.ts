import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PopulationCount, Unavailable } from '../../src/clients/javascript/index.ts';

const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** @param answer by the number of the call, from 0 */
function serve(answer: (asked: number) => Response) {
  const asked_ms: number[] = [];
  const fetch = async (): Promise<Response> => answer(asked_ms.push(Date.now()) - 1);
  const credentials = { url: 'https://people.example', key: 'key', secret: 'secret' };
  return { asked_ms, service: new PopulationCount({ ...credentials, fetch, tries: 4, atOnce: 6 }) };
}
const tooMany = (retryAfter: string): Response =>
  new Response('no', { status: 429, headers: { 'Retry-After': retryAfter } });

// The quota is known, and wide calls are told from others, once a call is answered: six under way are not spaced.
test.each([
  [1, 606],
  [2, 312],
])(
  'a burst is asked at once, the rest is spaced to keep the quota, with calls that count %i',
  async (calls, most) => {
    const headers = { 'RateLimit-Policy': `"apikey";q=600;w=60;calls=${calls}` };
    const { asked_ms, service } = serve(() => new Response('', { headers }));
    const all = Promise.all(Array.from({ length: 700 }, () => service.get('/', signal)));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked_ms.length).toBeGreaterThan(50);
    await vi.advanceTimersByTimeAsync(300_000);
    await all;
    for (const [i, at_ms] of asked_ms.slice(0, -most).entries())
      expect(asked_ms[i + most] - at_ms).toBeGreaterThanOrEqual(60_000);
  },
);

test('a 429 stops all calls for as long as the service says', async () => {
  const { asked_ms, service } = serve((asked) => (asked === 1 ? tooMany('30') : new Response('tile')));
  await service.get('/', signal);
  const both = Promise.all([service.get('/', signal), vi.advanceTimersByTimeAsync(1)]);
  await vi.advanceTimersByTimeAsync(1);
  expect(service.resumes_ms! - asked_ms[1]).toBe(30_000);
  const other = service.get('/', signal);
  await vi.advanceTimersByTimeAsync(29_990);
  expect(asked_ms).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10);
  await Promise.all([both, other]);
  expect([asked_ms.length, service.resumes_ms]).toEqual([4, null]);
});

test('a date as Retry-After is no number of seconds, and a minute is waited, at most as often as tries say', async () => {
  const { asked_ms, service } = serve(() => tooMany('Wed, 21 Oct 2026 07:28:00 GMT'));
  const read = service.get('/', signal);
  await vi.advanceTimersByTimeAsync(180_000);
  expect((await read).status).toBe(429);
  expect(asked_ms.map((at_ms) => at_ms - asked_ms[0])).toEqual([0, 60_000, 120_000, 180_000]);
});

test('a call that nobody wants any more is not waited for, and others get its place', async () => {
  const { asked_ms, service } = serve((asked) => (asked < 6 ? tooMany('30') : new Response('')));
  const aborted = new AbortController();
  const gone = Array.from({ length: 6 }, () => service.get('/', aborted.signal));
  const failed = Promise.all(gone.map((call) => expect(call).rejects.toThrow('aborted')));
  const wanted = service.get('/', signal);
  await vi.advanceTimersByTimeAsync(100);
  aborted.abort();
  await failed;
  await vi.advanceTimersByTimeAsync(30_000);
  expect([(await wanted).status, asked_ms.length]).toEqual([200, 7]);
});

test('a service that is not reached is tried three times', async () => {
  const { asked_ms, service } = serve(() => {
    throw new TypeError('no route');
  });
  const failed = expect(service.get('/', signal)).rejects.toThrow(Unavailable);
  await vi.advanceTimersByTimeAsync(2_000);
  await failed;
  expect(asked_ms).toHaveLength(3);
});
