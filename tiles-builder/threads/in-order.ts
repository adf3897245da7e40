/**
 * Runs jobs several at a time. A job is made only when its turn comes, so that few of them are in memory.
 * @returns the results in the order of the jobs
 * @throws what the first failing job threw; no other job begins then
 */
export async function* inOrder<Job, Result>(
  jobs: Iterable<Job>,
  atOnce: number,
  run: (job: Job) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for (const job of jobs) {
      const result = run(job);
      // It is looked at in its turn; until then a failure must not count as one that nobody handles.
      result.catch(() => {});
      running.push(result);
      if (running.length >= atOnce) yield await running.shift()!;
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
  }
}
