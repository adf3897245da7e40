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
const answered = (people: number, version = 'town-1'): Outcome =>
  ({ kind: 'answer', answer: { people, details: { datasets: [{ region: 'town', version }] } } }) as Outcome;
const refused = (status: number, retryAfter_s: number | null = null): Outcome => ({
  kind: 'refusal',
  refusal: { status, error: '', retryAfter_s },
});

function patientService(changed = (): void => {}) {
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
    changed,
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

test('calls no longer wanted are cancelled, and the rest continues', async () => {
  const { queue, asked, aborted, answer } = patientService();
  queue.want(calls(0, 8));
  await answer('5', answered(5));
  queue.want(calls(4, 9));
  expect(aborted.toSorted()).toEqual(['0', '1', '2', '3']);
  expect(asked.filter((key) => key === '5')).toHaveLength(1);
  for (const key of ['4', '6', '7', '8']) await answer(key, answered(Number(key)));
  expect(calls(4, 9).map((call) => queue.stateOf(call))).toEqual(
    [4, 5, 6, 7, 8].map((people) => answered(people)),
  );
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

test('a 429 pauses all calls for as long as the service says', async () => {
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

test('another refusal is the answer, and is repeated only on a new request', async () => {
  const { queue, asked, answer } = patientService();
  const [call] = calls(0, 1);
  queue.want([call]);
  await answer('0', refused(422));
  expect(queue.stateOf(call)).toEqual(refused(422));
  expect(asked).toHaveLength(1);
});

test('where the service does not say how long, a minute is waited, and a later question may wait as often again', async () => {
  const { queue, asked, open, answer } = patientService();
  for (const [call] of [calls(0, 1), calls(1, 2)]) {
    queue.want([call]);
    for (let waits = 0; waits < 3; waits++) {
      await answer(call.key, refused(429));
      expect(queue.progress()).toEqual({ all: 1, done: 0, waitsUntil_ms: Date.now() + 60_000 });
      await vi.advanceTimersByTimeAsync(59_999);
      expect(open.size).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      expect([...open.keys()]).toEqual([call.key]);
    }
    await answer(call.key, answered(1));
    expect(queue.progress()).toEqual({ all: 1, done: 1, waitsUntil_ms: null });
  }
  expect(asked).toHaveLength(8);
});

test('whoever gives up while the service is waited for is not asked about again', async () => {
  let changes = 0;
  const { queue, asked, aborted, answer } = patientService(() => changes++);
  queue.want(calls(0, 2));
  await answer('0', refused(429, 5));
  expect(changes).toBe(1);
  queue.cancel();
  expect([changes, aborted, queue.progress()]).toEqual([2, ['1'], { all: 2, done: 2, waitsUntil_ms: null }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked, changes]).toEqual([['0', '1'], 2]);
  expect(calls(0, 2).map((call) => queue.stateOf(call).kind)).toEqual(['cancelled', 'cancelled']);
  queue.want(calls(2, 3));
  expect(asked.at(-1)).toBe('2');
});

test('a question that wants nothing more does not wait for it', async () => {
  const { queue, asked, answer } = patientService();
  queue.want(calls(0, 1));
  await answer('0', refused(429, 30));
  queue.want([]);
  expect(queue.progress()).toEqual({ all: 0, done: 0, waitsUntil_ms: null });
  queue.want(calls(1, 2));
  expect(asked).toEqual(['0', '1']);
});

test('each answer is reported, as is the end of a wait, and an answer that comes too late is not', async () => {
  let changes = 0;
  const resolves: ((outcome: Outcome) => void)[] = [];
  const queue = new CallQueue(
    () => new Promise((resolve) => resolves.push(resolve)),
    () => changes++,
  );
  const [first, second] = calls(0, 2);
  queue.want([first, second]);
  queue.want([second]);
  resolves[0](answered(0));
  await vi.advanceTimersByTimeAsync(0);
  expect([changes, queue.stateOf(first).kind, queue.progress().all]).toEqual([0, 'pending', 1]);
  resolves[1](refused(429, 2));
  await vi.advanceTimersByTimeAsync(0);
  expect(changes).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(changes).toBe(2);
  resolves[2](answered(1));
  await vi.advanceTimersByTimeAsync(0);
  expect([changes, queue.stateOf(second)]).toEqual([3, answered(1)]);
});

test('a region that answered from two versions is asked again', async () => {
  const { queue, asked, answer } = patientService();
  queue.want(calls(0, 2));
  await answer('0', answered(1));
  await answer('1', answered(2));
  queue.want(calls(0, 3));
  await answer('2', answered(3, 'town-2'));
  expect(asked).toEqual(['0', '1', '2']);
  queue.want(calls(0, 3));
  expect(asked.slice(3)).toEqual(['0', '1', '2']);
  for (const key of ['0', '1', '2']) await answer(key, answered(4, 'town-2'));
  queue.want(calls(0, 3));
  expect(asked).toHaveLength(6);
});
