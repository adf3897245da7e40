import { EXIT, Problem } from '../failures/problem.ts';

/** A bucket refuses, fails, or holds something unexpected: thrown by all calls of a bucket. */
export class BucketProblem extends Problem {
  override readonly name: string = 'BucketProblem';
  override readonly exitCode = EXIT.platform;

  /**
   * @param problem one sentence without secrets
   * @param advice one sentence
   */
  constructor(problem: string, advice: string, options?: ErrorOptions) {
    super(problem, advice, options);
  }
}

/** No try was answered: the write may have happened or not. */
export class AnswerLost extends BucketProblem {
  override readonly name = 'AnswerLost';
}
