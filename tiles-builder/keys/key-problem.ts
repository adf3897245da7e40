import { EXIT, Problem } from '../failures/problem.ts';

/** A missing key, an impossible change, or a damaged store. */
export class KeyProblem extends Problem {
  override readonly name = 'KeyProblem';
  override readonly exitCode = EXIT.input;
}
