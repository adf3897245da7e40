import { EXIT, Problem } from './problem.ts';

/** Unusable input: thrown by all that read configuration or sources. The message names file, place and reason. */
export class BadInput extends Problem {
  override readonly name = 'BadInput';
  override readonly exitCode = EXIT.input;

  constructor(file: string, where: string | null, reason: string, advice: string | null = null) {
    const message = where === null ? `${file}: ${reason}` : `${file}, ${where}: ${reason}`;
    super(printable(message), advice === null ? null : printable(advice));
  }
}

/** Files may contain line breaks and terminal codes. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
