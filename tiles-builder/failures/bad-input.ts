import { EXIT, Problem } from './problem.ts';

/** Input that cannot be built from. The message names file, line or feature, and reason. */
export class BadInput extends Problem {
  override readonly name = 'BadInput';
  override readonly exitCode = EXIT.input;

  /** @param advice what to do, as a sentence */
  constructor(file: string, where: string | null, reason: string, advice: string | null = null) {
    const message = where === null ? `${file}: ${reason}` : `${file}, ${where}: ${reason}`;
    // Names in a damaged file may have line breaks in them.
    super(message.replaceAll(/\p{Cc}+/gu, ' '), advice);
  }
}
