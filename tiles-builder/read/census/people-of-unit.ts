/** How many people a unit has, by what the source says of it. */
import type { CensusConfig } from '../../config/config.ts';
import { BadInput } from '../../failures/bad-input.ts';

/** A census of which the column with the inhabitants is known. */
export type NamedCensus = CensusConfig & { readonly population: string };

/**
 * People of a unit, a suppressed number replaced and all brought forward by the growth factor.
 * @param textIn what the unit has in a column, '' where that is empty
 * @throws BadInput where that is no number of at least 0
 */
export function peopleOfUnit(
  { file, population, growth, suppressed }: NamedCensus,
  where: string,
  textIn: (column: string) => string,
): number {
  const known = (column: string): number => requireNumber(file, where, column, textIn(column));
  const people = suppressed?.text === textIn(population) ? suppressed.people : known(population);
  if (growth === undefined) return people;
  return people * (typeof growth === 'number' ? growth : known(growth));
}

/** @throws BadInput where a text is no number of at least 0 */
export function requireNumber(file: string, where: string, column: string, text: string): number {
  const number = parseNumber(text);
  if (typeof number === 'string') throw new BadInput(file, where, `${column} ${number}`);
  return number;
}

/** @returns the reason where the text is no number of at least 0 */
function parseNumber(text: string): number | string {
  const number = text === '' ? Number.NaN : Number(text.replace(/^(\d+),(\d+)$/, '$1.$2'));
  if (!Number.isFinite(number)) return `"${text}" is not a number`;
  return number < 0 ? `"${text}" is below 0` : number;
}
