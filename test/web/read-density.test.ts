import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DensityReader, MAX_TILES_AT_ONCE } from '../../src/web/read-density.ts';

const { signal: never } = new AbortController();
const CREDENTIALS = { key: 'a', secret: 'b' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function serve(answer: (asked: number) => Response): { asked: string[]; most: number } {
  const seen = { asked: [] as string[], most: 0 };
  let underWay = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    const response = answer(seen.asked.push(path));
    seen.most = Math.max(seen.most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 100));
    underWay--;
    return response;
  });
  return seen;
}

const tooMany = (retryAfter: string): Response =>
  new Response('{"success":false,"error":"no"}', { status: 429, headers: { 'Retry-After': retryAfter } });
const reader = (): DensityReader =>
  new DensityReader(
    () => CREDENTIALS,
    () => {},
  );

test('no more than six tiles are under way, and all come', async () => {
  const seen = serve(() => new Response('tile'));
  const own = reader();
  const reads = Array.from({ length: 20 }, (_, i) => own.read(`/${i}`, never));
  await vi.advanceTimersByTimeAsync(400);
  expect((await Promise.all(reads)).map(({ byteLength }) => byteLength)).toEqual(Array(20).fill(4));
  expect(seen.most).toBe(MAX_TILES_AT_ONCE);
  expect(own.isLoading).toBe(false);
});

test('one refusal holds all tiles back, those that come later too, and its wait is reported', async () => {
  const seen = serve((asked) => (asked === 1 ? tooMany('30') : new Response('tile')));
  const own = reader();
  const first = own.read('/first', never);
  await vi.advanceTimersByTimeAsync(150);
  const later = own.read('/later', never);
  await vi.advanceTimersByTimeAsync(29_000);
  expect([seen.asked, own.pause_s, own.isLoading]).toEqual([['/first'], 30, true]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect((await Promise.all([first, later])).map(({ byteLength }) => byteLength)).toEqual([4, 4]);
  expect([seen.asked.toSorted(), own.pause_s]).toEqual([['/first', '/first', '/later'], null]);
});

test('a tile that nobody wants any more gives up its turn', async () => {
  const seen = serve(() => new Response('tile'));
  const own = reader();
  const aborted = new AbortController();
  const reads = Array.from({ length: 7 }, (_, i) => own.read(`/${i}`, never));
  const gone = own.read('/gone', aborted.signal);
  const failed = expect(gone).rejects.toThrow('aborted');
  aborted.abort();
  await vi.advanceTimersByTimeAsync(300);
  await Promise.all([...reads, failed]);
  expect([seen.asked.length, own.isLoading]).toEqual([7, false]);
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
