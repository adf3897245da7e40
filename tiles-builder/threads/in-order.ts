/**
 * Runs an iterable of jobs concurrently, each generated in its turn, to bound memory.
 * @returns results in job order
 * @throws the first failure; then no job starts
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
