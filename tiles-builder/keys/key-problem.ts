import { EXIT, Problem } from '../failures/problem.ts';

/** A key that does not exist or cannot be changed in this way, or a store of keys that is not whole. */
export class KeyProblem extends Problem {
  override readonly name = 'KeyProblem';
  override readonly exitCode = EXIT.input;
}
