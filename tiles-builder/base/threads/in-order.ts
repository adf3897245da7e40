/**
 * Runs jobs concurrently, and yields results in the order of jobs. A job is generated only when it starts, to bound memory.
 * @throws the first failure in job order, once running jobs have ended; no other starts
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
      result.catch(() => {});
      running.push(result);
      if (running.length >= atOnce) yield await running.shift()!;
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
  }
}
