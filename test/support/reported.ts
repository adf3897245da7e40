import { Problem } from '../../tiles-builder/failures/problem.ts';

/**
 * What a command reports of a failure: the message and what to do.
 * @throws what is no such failure, and where nothing fails
 */
export async function reported(work: Promise<unknown>): Promise<string> {
  const failed: unknown = await work.then(
    () => new Error('nothing failed'),
    (cause: unknown) => cause,
  );
  if (failed instanceof Problem) return [failed.message, failed.advice].filter(Boolean).join(' ');
  throw failed;
}
