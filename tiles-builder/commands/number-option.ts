import { UsageError } from './usage-error.ts';

/**
 * Parses a whole number.
 * @throws UsageError for other text, or less than `least`
 */
export function wholeNumber(option: string, value: string | number, least = 1): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new UsageError(`${option} takes a whole number from ${least}, not ${value}`);
}
