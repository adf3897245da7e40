/** A bucket that cannot be used as it is. Commands print both sentences, without a stack. */
export class BucketProblem extends Error {
  override readonly name: string = 'BucketProblem';

  /**
   * @param problem what is wrong, one sentence without a secret in it
   * @param advice what to do about it, one sentence
   */
  constructor(problem: string, advice: string, options?: ErrorOptions) {
    super(`${problem} ${advice}`, options);
  }
}

/** No try of a call was answered: a write may have happened or not. */
export class AnswerLost extends BucketProblem {
  override readonly name = 'AnswerLost';
}
