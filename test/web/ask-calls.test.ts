/** Many calls: six at a time, each once, given up where nobody wants them, and patient where the service asks for it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallQueue, MAX_AT_ONCE } from '../../src/web/ask-calls.ts';
import type { Call } from '../../src/web/calls-of.ts';
import type { Outcome } from '../../src/web/outcome.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const calls = (from: number, to: number): Call[] =>
  Array.from({ length: to - from }, (_, i) => ({
    endpoint: 'livingcount',
    parameters: {},
    key: String(from + i),
  }));
const answered = (people: number): Outcome => ({ kind: 'answer', answer: { people } }) as Outcome;
const refused = (status: number, retryAfter_s: number | null = null): Outcome => ({
  kind: 'refusal',
  refusal: { status, error: '', retryAfter_s },
});

/** A service that answers when the test lets it. */
function patientService() {
  const asked: string[] = [];
  const open = new Map<string, (outcome: Outcome) => void>();
  const aborted: string[] = [];
  const queue = new CallQueue(
    ({ key }, signal) =>
      new Promise((resolve, reject) => {
        asked.push(key);
        open.set(key, resolve);
        signal.addEventListener('abort', () => {
          aborted.push(key);
          open.delete(key);
          reject(new DOMException('aborted', 'AbortError'));
        });
      }),
    () => {},
  );
  const answer = async (key: string, outcome: Outcome): Promise<void> => {
    const resolve = open.get(key)!;
    open.delete(key);
    resolve(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, asked, open, aborted, answer };
}

test('no more than six are under way at once, and each is asked once', async () => {
  const { queue, asked, open, answer } = patientService();
  queue.want(calls(0, 20));
  while (open.size > 0) {
    expect(open.size).toBeLessThanOrEqual(MAX_AT_ONCE);
    const [key] = open.keys();
    await answer(key, answered(Number(key)));
  }
  expect(asked.toSorted()).toEqual(calls(0, 20).map(({ key }) => key).toSorted()); // biome-ignore format: one line
  expect(queue.progress()).toEqual({ all: 20, done: 20, waitsUntil_ms: null });
  queue.want(calls(10, 22));
  expect(asked.slice(20)).toEqual(['20', '21']);
});

test('what is no longer wanted is given up, and the rest goes on', async () => {
  const { queue, asked, aborted, answer } = patientService();
  queue.want(calls(0, 8));
  await answer('5', answered(5));
  queue.want(calls(4, 9));
  expect(aborted.toSorted()).toEqual(['0', '1', '2', '3']);
  expect(asked.filter((key) => key === '5')).toHaveLength(1);
  for (const key of ['4', '6', '7', '8']) await answer(key, answered(Number(key)));
  expect(calls(4, 9).map((call) => queue.stateOf(call))).toEqual([4, 5, 6, 7, 8].map(answered));
});

test('cancelled calls are said to be so, and can be asked again', async () => {
  const { queue, asked, answer } = patientService();
  const [call] = calls(0, 1);
  queue.want([call]);
  queue.cancel();
  expect(queue.stateOf(call).kind).toBe('cancelled');
  queue.want([call]);
  expect(asked).toEqual(['0', '0']);
  await answer('0', answered(1));
  expect(queue.stateOf(call)).toEqual(answered(1));
});

test('a 429 holds everything back for as long as the service says', async () => {
  const { queue, asked, answer } = patientService();
  queue.want(calls(0, 9));
  const before = Date.now();
  for (const key of ['0', '1']) await answer(key, refused(429, 30));
  for (const key of ['2', '3', '4', '5']) await answer(key, answered(0));
  expect(queue.progress().waitsUntil_ms! - before).toBe(30_000);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(asked).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.slice(6).toSorted()).toEqual(['0', '1', '6', '7', '8']);
  expect(queue.progress().waitsUntil_ms).toBeNull();
});

test('a service that never takes more is not asked for ever', async () => {
  const { queue, asked, open, answer } = patientService();
  const [call] = calls(0, 1);
  queue.want([call]);
  for (let i = 0; open.size > 0 && i < 10; i++) {
    await answer('0', refused(429, 1));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toHaveLength(4);
  expect(queue.stateOf(call)).toEqual(refused(429, 1));
});

test('another refusal is the answer, and asked again only where it is wanted anew', async () => {
  const { queue, asked, answer } = patientService();
  const [call] = calls(0, 1);
  queue.want([call]);
  await answer('0', refused(422));
  expect(queue.stateOf(call)).toEqual(refused(422));
  expect(asked).toHaveLength(1);
});
