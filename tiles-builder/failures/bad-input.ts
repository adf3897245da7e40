import { EXIT, Problem } from './problem.ts';

/** Input that cannot be built from. The message names file, line or feature, and reason. */
export class BadInput extends Problem {
  override readonly name = 'BadInput';
  override readonly exitCode = EXIT.input;

  /** @param advice what to do, as a sentence */
  constructor(file: string, where: string | null, reason: string, advice: string | null = null) {
    const message = where === null ? `${file}: ${reason}` : `${file}, ${where}: ${reason}`;
    super(printable(message), advice === null ? null : printable(advice));
  }
}

/** Names of files and in them may hold line breaks and codes that move a terminal. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
