import { EXIT, Problem } from '../../base/failures/problem.ts';

/** Refused change of callers' keys, or a damaged store: thrown by all that read or change keys. */
export class KeyProblem extends Problem {
  override readonly name = 'KeyProblem';
  override readonly exitCode = EXIT.input;
}
