/** A job fails in a thread as without one. */
import { afterAll, describe, expect, test } from 'vitest';
import { JobThreads } from '../../../tiles-builder/base/threads/job-threads.ts';
import { describeFailure } from '../../../tiles-builder/commands/describe-failure.ts';
import { double, FAILURES, failAs } from './failing-jobs.ts';

const threads = new JobThreads(2);
const none = new JobThreads(1);
const module = new URL('./failing-jobs.ts', import.meta.url).href;
afterAll(() => threads.close());

test('results come back', async () => {
  const results = [1, 2, 3].map((input) => threads.run({ module, run: double }, input));
  expect(await Promise.all(results)).toEqual([2, 4, 6]);
});

describe.each(Object.keys(FAILURES))('%s', (name) => {
  test('is described alike with threads and without', async () => {
    const [there, here] = await Promise.all(
      [threads, none].map(async (own) => {
        try {
          return await own.run({ module, run: failAs }, name);
        } catch (error) {
          return describeFailure(error);
        }
      }),
    );
    expect(there).toEqual(here);
    expect(there).toHaveProperty('exitCode');
  });
});
