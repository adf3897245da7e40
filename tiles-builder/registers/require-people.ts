/** A number of people as registers and their corrections give it. */
import { BadInput } from '../failures/bad-input.ts';
import { requireNumber } from '../read/census/people-of-unit.ts';

/** "1,234" is a thousand times more in one country than in another. */
const IN_THOUSANDS = /^\d{1,3}(,\d{3})+$/;

/** @throws BadInput where a text is no number of at least 0, or may be read as two */
export function requirePeople(file: string, where: string, column: string, text: string): number {
  if (!IN_THOUSANDS.test(text)) return requireNumber(file, where, column, text);
  throw new BadInput(
    file,
    where,
    `${column} "${text}" is unclear`,
    'Write thousands without a comma, and a fraction with a point.',
  );
}
