import { EXIT, Problem } from '../../base/failures/problem.ts';

/** A refused change of callers' keys, or a damaged store; all that read or change keys throw it. */
export class KeyProblem extends Problem {
  override readonly name = 'KeyProblem';
  override readonly exitCode = EXIT.input;
}
