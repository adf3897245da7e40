import { EXIT, Problem } from '../failures/problem.ts';

/** The command line itself is wrong. */
export class UsageError extends Problem {
  override readonly name = 'UsageError';
  override readonly exitCode = EXIT.usage;
}
