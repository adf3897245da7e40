import type { ErrorModel } from '../format/error-model.ts';

/** The range in which the true count is expected to lie nine times out of ten; whole persons, both ends included. */
export interface CountInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * Between two counts of the model its ranges are interpolated, beyond the last count they grow in proportion. The count
 * itself, rounded, is always within.
 * @param people as counted, not rounded
 */
export function countInterval({ knots }: ErrorModel, people: number): CountInterval {
  const next = knots.findIndex((knot) => knot.people > people);
  const last = knots[knots.length - 1];
  const [a, b, share] =
    next < 0
      ? [{ people: 0, low: 0, high: 0 }, last, people / last.people]
      : [
          knots[next - 1],
          knots[next],
          (people - knots[next - 1].people) / (knots[next].people - knots[next - 1].people),
        ];
  const at = (end: 'low' | 'high'): number => a[end] + (b[end] - a[end]) * share;
  const rounded = Math.round(people);
  return { low: Math.min(rounded, Math.floor(at('low'))), high: Math.max(rounded, Math.ceil(at('high'))) };
}
