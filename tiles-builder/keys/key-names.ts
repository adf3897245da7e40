/** Names of callers, for people: what a new one may hold, and how one is printed, whatever it holds. */
import { KeyProblem } from './key-problem.ts';

const MAX_CHARACTERS = 100;

/** Control characters, breaks of lines, halves of surrogate pairs, and invisible signs but the two that join letters. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** @throws KeyProblem where it is no name */
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

/** A text, or JSON, in which what a terminal would act upon is escaped as in JSON. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
