import { duration } from '../numbers/duration.ts';

/** Before that much is done, the pace says little. */
const LEAST_DONE = 0.02;

/**
 * What remains of a build, as a line of progress begins: `43 %, 12 min 5 s left`.
 * @param done share of the whole build, 0 to 1
 * @param doneBefore share that was done when this process began
 * @param spent_ms since then
 */
export function describeLeft(done: number, doneBefore: number, spent_ms: number): string {
  const percent = `${Math.floor(100 * done)} %`;
  const here = done - doneBefore;
  return here < LEAST_DONE ? percent : `${percent}, ${duration((spent_ms * (1 - done)) / here)} left`;
}
