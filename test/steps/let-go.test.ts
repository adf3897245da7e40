import { afterEach, expect, test, vi } from 'vitest';
import { letGo, letGoNowAndThen } from '../../tiles-builder/steps/let-go.ts';

afterEach(() => void vi.restoreAllMocks());

/** A reference to something large that nothing else refers to. */
const left = (): WeakRef<Float64Array> => new WeakRef(new Float64Array(1_000_000));
/** What was referred to in a turn of the event loop is kept until its end. */
const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

test('what nothing refers to is freed, also where it was still in use the time before', async () => {
  let held: Float64Array | null = new Float64Array(1_000_000);
  const reference = new WeakRef(held);
  letGo();
  expect(held.length).toBe(1_000_000);
  held = null;
  await nextTurn();
  letGo();
  expect(reference.deref()).toBeUndefined();
});

test('between steps that take a moment each it is freed once in a while', async () => {
  letGo();
  const reference = left();
  await nextTurn();
  const now_ms = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now_ms + 1);
  letGoNowAndThen();
  const isKept = reference.deref() !== undefined;
  await nextTurn();
  vi.spyOn(performance, 'now').mockReturnValue(now_ms + 1_000);
  letGoNowAndThen();
  expect([isKept, reference.deref()]).toEqual([true, undefined]);
});
