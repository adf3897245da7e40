/** Computes the people of a unit from its column in the source: replaces suppressed numbers, and applies the growth factor. */
import type { CensusConfig } from '../config/config.ts';
import { requireNumber } from '../numbers.ts';

export type NamedCensus = CensusConfig & { readonly population: string };

const SUPPRESSED_ADVICE =
  'If it stands for a number that is secret or missing, say how many people to take for it by "suppressed" in the configuration.';

export function peopleOfUnit(
  census: NamedCensus,
  where: string,
  valueIn: (column: string) => unknown,
): number {
  const { population, growth, suppressed, at_home } = census;
  const value = valueIn(population);
  const advice = population === at_home ? null : SUPPRESSED_ADVICE;
  const text = String(value ?? '').trim();
  const people =
    [suppressed ?? []].flat().find((known) => known.text === text)?.people ??
    requireNumber(census, where, population, value, advice);
  if (growth === undefined) return people;
  return (
    people * (typeof growth === 'number' ? growth : requireNumber(census, where, growth, valueIn(growth)))
  );
}
