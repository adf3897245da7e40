/**
 * Runs jobs concurrently, generating each when its turn comes, to bound memory.
 * @returns results in the order of the jobs
 * @throws the first failure; no other job starts then
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
      // Its failure is handled in its turn: marks it as handled until then.
      result.catch(() => {});
      running.push(result);
      if (running.length >= atOnce) yield await running.shift()!;
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
  }
}
