/**
 * Rounds a count to the digits that its interval supports, by the rule of the Particle Data Group (Review of Particle Physics,
 * introduction, section 5.3): the uncertainty, here half the interval's width, keeps two digits up to 354 and one from 355 on.
 */
import type { Interval } from './count-result.ts';

export interface SupportedCount {
  readonly people: number;
  /** Bounds rounded outwards, so that the interval never narrows. */
  readonly interval: Interval | null;
}

/** Without an interval nothing is rounded. */
export function supportedCount(people: number, interval: Interval | null): SupportedCount {
  if (!interval) return { people, interval };
  const step = stepOf(people, interval);
  return {
    people: Math.round(people / step) * step,
    interval: {
      low: Math.floor(interval.low / step) * step,
      high: Math.ceil(interval.high / step) * step,
    },
  };
}

/** A power of ten. The count keeps one digit at least: people never become nobody. */
function stepOf(people: number, { low, high }: Interval): number {
  const uncertainty = (high - low) / 2;
  const exponent = exponentOf(uncertainty);
  const hasTwoDigits = uncertainty / 10 ** exponent < 3.55;
  return 10 ** Math.max(0, Math.min(hasTwoDigits ? exponent - 1 : exponent, exponentOf(people)));
}

/** Of the first digit of a whole number; 0 below 10. */
const exponentOf = (value: number): number => String(Math.floor(value)).length - 1;
