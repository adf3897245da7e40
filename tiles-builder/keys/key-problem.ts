import { EXIT, Problem } from '../failures/problem.ts';

/** A refused change of callers' keys. */
export class KeyProblem extends Problem {
  override readonly name = 'KeyProblem';
  override readonly exitCode = EXIT.input;
}
