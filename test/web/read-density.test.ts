import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DensityReader } from '../../src/web/read-density.ts';

const { signal: never } = new AbortController();
const CREDENTIALS = { key: 'a', secret: 'b' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function serve(answer: (asked: number) => Response): { asked: string[] } {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => answer(asked.push(path)));
  return { asked };
}

const tooMany = (retryAfter: string): Response =>
  new Response('{"success":false,"error":"no"}', { status: 429, headers: { 'Retry-After': retryAfter } });
const reader = (): DensityReader =>
  new DensityReader(
    () => CREDENTIALS,
    () => {},
  );

test('a refused tile waits as long as it is asked to, reports that, and comes', async () => {
  const seen = serve((asked) => (asked === 1 ? tooMany('30') : new Response('tile')));
  const own = reader();
  const read = own.read('/first', never);
  await vi.advanceTimersByTimeAsync(29_000);
  expect([seen.asked, own.pause_s, own.isLoading]).toEqual([['/first'], 30, true]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect((await read).byteLength).toBe(4);
  expect([seen.asked, own.pause_s, own.isLoading]).toEqual([['/first', '/first'], null, false]);
});

test('a tile that nobody wants any more is not waited for', async () => {
  const seen = serve(() => tooMany('30'));
  const own = reader();
  const aborted = new AbortController();
  const failed = expect(own.read('/gone', aborted.signal)).rejects.toThrow('aborted');
  await vi.advanceTimersByTimeAsync(100);
  aborted.abort();
  await failed;
  expect([seen.asked.length, own.isLoading]).toEqual([1, false]);
});

test('a date as Retry-After is no number of seconds: a minute is waited', async () => {
  const seen = serve((asked) => (asked === 1 ? tooMany('Wed, 21 Oct 2026 07:28:00 GMT') : new Response('')));
  const read = reader().read('/tile', never);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(seen.asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_500);
  await read;
  expect(seen.asked).toHaveLength(2);
});

test('a failure that is no JSON keeps its status', async () => {
  serve(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const own = reader();
  const read = own.read('/tile', never);
  await vi.advanceTimersByTimeAsync(200);
  expect((await read).byteLength).toBe(0);
  expect(own.refusal).toEqual({ status: 502, error: '', retryAfter_s: null });
});
