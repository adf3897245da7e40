import { expect, test, vi } from 'vitest';
import { freeMemory, freeMemoryAtIntervals } from '../../tiles-builder/steps/free-memory.ts';

/** Objects seen in a task live until its end. */
async function isFreedBy(free: () => void): Promise<boolean> {
  const left = new WeakRef({ bytes: new Uint8Array(1_000) });
  await new Promise(setImmediate);
  free();
  await new Promise(setImmediate);
  return left.deref() === undefined;
}

test('what is left behind is freed, between steps now and then alone', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  expect(await isFreedBy(freeMemory)).toBe(true);
  now.mockReturnValue(1_000_200);
  // The engine may collect by itself.
  const freed: boolean[] = [];
  for (let time = 0; time < 5; time++) freed.push(await isFreedBy(freeMemoryAtIntervals));
  expect(freed).toContain(false);
  now.mockReturnValue(1_000_250);
  expect(await isFreedBy(freeMemoryAtIntervals)).toBe(true);
});
