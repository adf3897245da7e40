import { UsageError } from './usage-error.ts';

/**
 * Reads the value of an option that takes a whole number.
 * @param least smallest number allowed
 * @throws UsageError where the value is anything else
 */
export function wholeNumber(option: string, value: string | number, least = 1): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new UsageError(`${option} takes a whole number from ${least}, not ${value}`);
}
