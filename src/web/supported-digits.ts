/**
 * Rounds a count to the digits that its interval supports (Particle Data Group, Review of Particle Physics, introduction,
 * section 5.3): half the width retains two digits up to 354, one from 355.
 */
import type { Interval } from './count-result.ts';

export interface SupportedCount {
  readonly people: number;
  /** Interval, rounded outwards. */
  readonly interval: Interval | null;
}

export function supportedCount(people: number, interval: Interval | null): SupportedCount {
  if (!interval) return { people, interval };
  const step = stepOf(people, interval);
  return {
    people: Math.round(people / step) * step,
    interval: {
      low: Math.floor(interval.low / step) * step,
      high: interval.high === null ? null : Math.ceil(interval.high / step) * step,
    },
  };
}

/** Returns a power of ten that leaves at least one digit. */
function stepOf(people: number, { low, high }: Interval): number {
  const uncertainty = high === null ? people - low : (high - low) / 2;
  const exponent = exponentOf(uncertainty);
  const hasTwoDigits = uncertainty / 10 ** exponent < 3.55;
  return 10 ** Math.max(0, Math.min(hasTwoDigits ? exponent - 1 : exponent, exponentOf(people)));
}

/** Returns the exponent of the first digit, 0 below 10. */
const exponentOf = (value: number): number => String(Math.floor(value)).length - 1;
