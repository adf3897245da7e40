import { EXIT, Problem } from '../failures/problem.ts';

export class KeyProblem extends Problem {
  override readonly name = 'KeyProblem';
  override readonly exitCode = EXIT.input;
}
