import { Problem } from '../../../tiles-builder/base/failures/problem.ts';

/** Message and advice of a failing command. */
export async function reported(work: Promise<unknown>): Promise<string> {
  const failed: unknown = await work.then(
    () => new Error('nothing failed'),
    (cause: unknown) => cause,
  );
  if (failed instanceof Problem) return [failed.message, failed.advice].filter(Boolean).join(' ');
  throw failed;
}
