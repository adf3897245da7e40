import { EXIT, Problem } from '../base/failures/problem.ts';

/** Thrown for an invalid command line. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
  override readonly exitCode = EXIT.usage;
}
