import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from '../../../tiles-builder/base/threads/in-order.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('results come in the order of the jobs, and few jobs are under way at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.nat(20),
      fc.integer({ min: 1, max: 5 }),
      async (scheduler, jobs, atOnce) => {
        let under = 0;
        let most = 0;
        function* make(): Generator<number> {
          for (let job = 0; job < jobs; job++) yield job;
        }
        const run = async (job: number): Promise<number> => {
          most = Math.max(most, ++under);
          await scheduler.schedule(Promise.resolve());
          under--;
          return 2 * job;
        };
        const found = all(inOrder(make(), atOnce, run));
        await scheduler.waitFor(found);
        expect(await found).toEqual(Array.from({ length: jobs }, (_, job) => 2 * job));
        expect(most).toBeLessThanOrEqual(atOnce);
      },
    ),
    { numRuns: 100, endOnFailure: true, seed: 20_261_122 },
  );
});

test.each([
  ['the first of those under way', [0, 5, 10, 15, 20, 25]],
  ['a later one, which fails first', [30, 5, 10, 15, 20, 25]],
])('after a failure no job begins, and those under way are waited for: %s', async (_name, takes_ms) => {
  const begun: number[] = [];
  let finished = 0;
  const run = async (job: number): Promise<number> => {
    begun.push(job);
    await new Promise((resolve) => setTimeout(resolve, takes_ms[job]));
    if (job === 1) throw new Error('job 1 fails');
    finished++;
    return job;
  };
  await expect(all(inOrder([0, 1, 2, 3, 4, 5], 3, run))).rejects.toThrow('job 1 fails');
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(finished).toBe(3);
});
