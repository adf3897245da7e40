import { expect, test } from 'vitest';
import { letGo, letGoNowAndThen } from '../../tiles-builder/steps/let-go.ts';

/** Whether something that nothing refers to is freed by a call: what a task has looked at lives until its end. */
async function isFreedBy(free: () => void): Promise<boolean> {
  const left = new WeakRef({ bytes: new Uint8Array(1_000) });
  await new Promise(setImmediate);
  free();
  await new Promise(setImmediate);
  return left.deref() === undefined;
}

test('what is left behind is freed, between steps now and then alone', async () => {
  expect(await isFreedBy(letGo)).toBe(true);
  expect(await isFreedBy(letGoNowAndThen)).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 260));
  expect(await isFreedBy(letGoNowAndThen)).toBe(true);
});
