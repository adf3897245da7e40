/** Checks the names of callers, and escapes control characters so that they can be printed. */
import { KeyProblem } from './key-problem.ts';

const MAX_CHARACTERS = 100;

/** Control characters, line separators, surrogates, and invisible characters but the two joiners. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

export function requireName(name: string): string {
  if (name.trim() === '') throw new KeyProblem('A key needs a name', 'Say who it is for.');
  if (name.search(UNPRINTABLE) >= 0) {
    throw new KeyProblem(`The name "${printable(name)}" holds control characters`, 'Leave them out.');
  }
  const characters = [...name].length;
  if (characters > MAX_CHARACTERS) {
    throw new KeyProblem(`The name has ${characters} characters`, `Give one of at most ${MAX_CHARACTERS}.`);
  }
  return name;
}

/** Escapes what terminals interpret, as JSON does. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
