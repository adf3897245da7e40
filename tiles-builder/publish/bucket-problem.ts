import { EXIT, Problem } from '../failures/problem.ts';

/** A bucket that cannot be used as it is. */
export class BucketProblem extends Problem {
  override readonly name: string = 'BucketProblem';
  override readonly exitCode = EXIT.platform;

  /**
   * @param problem what is wrong, one sentence without a secret in it
   * @param advice what to do about it, one sentence
   */
  constructor(problem: string, advice: string, options?: ErrorOptions) {
    super(problem, advice, options);
  }
}

/** No try of a call was answered: a write may have happened or not. */
export class AnswerLost extends BucketProblem {
  override readonly name = 'AnswerLost';
}
